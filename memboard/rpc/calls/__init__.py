"""The methods' bodies: each asks the store one thing and gives its answer as it is."""
