"""Notifications of the desktop on which the daemon runs."""
