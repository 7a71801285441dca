"""Stream Decks: a process of its own that shows pictures and reports presses."""
