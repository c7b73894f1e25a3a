"""Text for people, for the command line, the table and reports alike. Nothing here prints."""
