"""Which notes are probably worth nothing, and why: for a person to prune, without a model."""
