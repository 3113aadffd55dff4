"""The command line, driven in this process with an injected store, and as a real program."""
