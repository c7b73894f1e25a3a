"""What a move is worth: hints, their reasons in words, and reviews."""
