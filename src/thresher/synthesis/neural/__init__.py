"""Summarisers of the user's own weights; they need the extra `neural`."""
