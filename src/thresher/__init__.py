"""Thresher: find the few studies that matter, and answer for it."""

__all__ = ["__version__"]

__version__ = "0.1.0"
