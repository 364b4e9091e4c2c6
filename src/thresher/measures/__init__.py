"""Stage 3: how good a screening was."""
