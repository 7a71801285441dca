"""What an agent can read of its keyboard, by name."""

STATUS = "tkeyboard://status"
CONTEXT = "tkeyboard://context"
