"""One-sided bounds on F1, recall, precision, elusion and prevalence.

One function a method, each with its guarantee, over what, and what it assumes.
"""
