"""Puts the parts together: the only place that knows every adapter."""

from quarterdeck.app.wiring.daemon import Daemon

__all__ = ["Daemon"]
