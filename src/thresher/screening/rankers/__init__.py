"""Rankers: learn from labelled records, score all."""
