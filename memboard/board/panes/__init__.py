"""The lists, and the detail that follows their cursor."""
