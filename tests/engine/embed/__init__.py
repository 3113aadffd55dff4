"""Tests of memboard.engine.embed."""
