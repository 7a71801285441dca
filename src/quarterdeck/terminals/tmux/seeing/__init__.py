"""What panes show: captures, what holds still on them, when to look, and live viewers."""
