"""Players on tables: learned values of partial lines, and search with them."""
