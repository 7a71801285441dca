"""tmux, through control mode."""
