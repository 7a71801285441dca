"""Where programs come in."""
