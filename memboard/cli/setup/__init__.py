"""Registering memboard with the coding agents on this machine, in their own files."""
