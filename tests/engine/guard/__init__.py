"""Tests of memboard.engine.guard."""
