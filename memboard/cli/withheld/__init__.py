"""What `memboard blocked` prints: the log, one note with its marks, and checked lines."""
