"""The guard: what may not reach a model, and what may not reach the store. Pure functions.

`scanning.scan` and `masking.mask_secrets` are imported where they are used, each by itself: the
scan's patterns take some 50 ms to set up, and a plain reading needs none of them.
"""
