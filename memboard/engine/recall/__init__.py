"""Finding notes: candidates first, then a score whose every part is kept."""
