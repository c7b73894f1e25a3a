"""The best grid for known cards, proven."""
