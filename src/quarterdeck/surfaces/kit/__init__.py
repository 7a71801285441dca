"""Boards into pictures. Needs Pillow, so nothing of it is imported by the daemon."""
