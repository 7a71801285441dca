"""The plain calls of the four-key keyboard: no token, so from this user's own programs only."""
