"""What a command could do and what a screen means: pure code."""
