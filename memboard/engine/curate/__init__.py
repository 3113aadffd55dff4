"""Everything that changes notes, and the readings that are no search."""
