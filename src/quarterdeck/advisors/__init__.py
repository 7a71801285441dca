"""Advisors: they pick the buttons of an idle session."""
