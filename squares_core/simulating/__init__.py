"""Many deals played, here or on many machines, and what came of it."""
