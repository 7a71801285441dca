"""What is true, and what should follow: pure code."""
