"""What key surfaces show: view, surface state and profile in, faces out. Pure."""
