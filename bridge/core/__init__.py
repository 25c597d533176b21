"""What every room stands on: strict JSON in, canonical bytes out, digests, time, sources, diagnostics, limits."""
