"""Whose changes a client's are: the name it gives itself, made fit for the journal."""

from __future__ import annotations

ANONYMOUS = "agent"
"""Whose changes those of a client without a name are."""
PERSON = "you"
"""Stands for the person everywhere; no client may pass for it."""
MAX_ACTOR = 40
"""Characters of an actor."""


def actor_of(name: str | None) -> str:
    """Keep what is printable ASCII of a name, so that no look-alike of another passes."""
    kept = "".join(c if c.isascii() and c.isprintable() else " " for c in (name or "")[:200])
    plain = " ".join(kept.split())[:MAX_ACTOR].strip()
    return ANONYMOUS if plain.casefold() in ("", PERSON) else plain
