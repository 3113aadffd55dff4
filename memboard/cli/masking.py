"""Saying that credentials were masked before a text was stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def masked_lines(masked: Sequence[str]) -> Iterator[str]:
    """Say which kinds of credentials were masked, if any."""
    if masked:
        kinds = list(dict.fromkeys(kind.replace("-", " ") for kind in masked))
        named = " and ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)
        yield f"Saved with the {named} masked."
