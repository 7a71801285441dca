"""Talking to tmux itself: control clients, commands, servers, panes and their processes."""
