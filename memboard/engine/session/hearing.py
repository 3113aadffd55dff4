"""What is new in what a host says was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Message = TypeVar("Message")

MAX_HEARD = 1_000
"""Messages of a transcript that are looked at, the newest."""


def unheard(known: Sequence[Message], heard: Sequence[Message]) -> Sequence[Message]:
    """Give what of a transcript comes after what is known of it.

    A host may send what is new, or everything once more: the longest beginning that ends like
    what is known is known.
    """
    for length in range(len(heard), 0, -1):
        if not known:
            break
        both = min(length, len(known))
        if list(heard[length - both : length]) == list(known[-both:]):
            return heard[length:]
    return heard
