"""The commands, one a module, imported when called."""
