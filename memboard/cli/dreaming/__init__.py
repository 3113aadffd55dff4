"""What `memboard dream` prints and asks: proposals beside their notes, cycles, what was removed."""
