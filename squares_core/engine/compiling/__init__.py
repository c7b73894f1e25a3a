"""From plain Python scorers to tables, kept on disk."""
