"""A variant as tables, and whole games played and scored on them."""
