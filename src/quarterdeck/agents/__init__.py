"""One package for each coding agent."""
