"""Keeping some judgements with what was judged, to tune and audit by (spec: Rubrics, section 6.4)."""
