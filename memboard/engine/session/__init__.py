"""What a host drives: one conversation's turns, tool runs and boundaries."""
