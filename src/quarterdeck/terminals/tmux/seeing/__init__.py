"""What panes show: captures, stable rows, when to look, and live viewers."""
