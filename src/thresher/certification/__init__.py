"""What may be claimed of a screening, and how sure one may be of it."""
