"""Where agents run: eyes and hands."""
