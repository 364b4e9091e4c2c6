"""Stage 4: what may be claimed of a screening."""
