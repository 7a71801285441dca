"""Where people see and press."""
