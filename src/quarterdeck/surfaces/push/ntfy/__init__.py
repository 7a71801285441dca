"""ntfy, spoken directly: its messages can be updated and deleted."""
