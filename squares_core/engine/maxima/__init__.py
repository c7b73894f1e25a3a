"""The greatest total of any deal, proven."""
