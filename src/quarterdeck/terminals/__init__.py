"""Where agents run: what their screens show, and typing into them."""
