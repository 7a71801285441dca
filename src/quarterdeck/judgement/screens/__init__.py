"""What a terminal screen of an agent means."""
