"""Stage 6: figures, tables and documents go out."""
