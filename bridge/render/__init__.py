"""Results and diagnostics for people and for programs: one renderer per kind of thing; values in, text or data out."""
