"""Quarterdeck: the place from which one person commands many coding agents."""

__version__ = "0.1.0"
