"""The loop, and what carries out its effects."""
