"""Who plays what, with which cards, and where it is kept: for line mode and the table alike."""
