"""The invented notes."""
