"""Fuzzes every reader of outside input: see run.py."""
