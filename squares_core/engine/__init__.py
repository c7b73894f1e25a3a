"""Scorers and games as tables, and what runs fast on them: import its modules when needed."""
