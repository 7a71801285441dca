"""Terminal applications on macOS, reached through AppleScript."""
