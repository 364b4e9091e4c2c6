"""Duplicates."""
