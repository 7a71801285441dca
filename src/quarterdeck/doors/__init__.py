"""Where programs connect."""
