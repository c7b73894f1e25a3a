"""The full-screen table: Squares in a terminal or a browser, with Textual.

Nothing here is imported before a table is opened: ``squares --help`` and line-mode play load no
Textual. ``open_table`` in ``squares_core.table.app`` is the way in.
"""
