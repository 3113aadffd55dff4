"""Recalls for short processes, answered by any process of the same home that has a model loaded."""
