"""The surface protocol: what a surface shows and acknowledges, and what is pressed on it."""
