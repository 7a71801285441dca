"""The surface protocol: what a surface shows, acknowledged, and what is pressed on it."""
