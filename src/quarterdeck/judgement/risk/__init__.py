"""What a command or tool call could do."""
