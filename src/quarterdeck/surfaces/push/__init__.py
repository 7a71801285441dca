"""Push services: ntfy, and others through Apprise."""
