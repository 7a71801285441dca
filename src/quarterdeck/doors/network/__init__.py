"""The network door: encrypted, and for devices with a token of their own alone."""
