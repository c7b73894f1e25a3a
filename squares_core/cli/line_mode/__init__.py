"""Games talked through line by line, at a terminal, in a pipe or from a file."""
