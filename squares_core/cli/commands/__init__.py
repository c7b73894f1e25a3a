"""The commands of ``squares``, one a module, under the name it is called by."""
