"""The SQLite file: rows, vectors, words and journal, always changed together."""
