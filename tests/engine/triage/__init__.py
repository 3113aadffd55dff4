"""Which notes are suspected of being worth nothing, and which never are."""
