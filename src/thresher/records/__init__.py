"""Stage 1: citations come in."""
