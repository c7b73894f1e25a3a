"""Systems and strategies on the same deals: every figure, and how sure it is."""
