"""ntfy, spoken directly: its messages can be updated and taken back."""
