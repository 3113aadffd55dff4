"""The engine's tests: one file a room."""
