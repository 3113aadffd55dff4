"""Recalls for short processes, answered by any process of the same home that has a model loaded.

A hook calls `asking.ask`; a board or a server opens its store through `lending.warmly`.
"""
