"""Features: a pile as numbers."""
