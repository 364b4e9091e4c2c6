"""Stage 2: records are decided on, one after the other."""
