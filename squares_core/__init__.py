"""A framework for grid-placement solitaires."""
