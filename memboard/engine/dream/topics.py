"""Under which topic a merged note is filed: one that its notes have, or say."""

from __future__ import annotations

from collections.abc import Sequence

from memboard.engine.dream.values import Member
from memboard.engine.model import MAX_TOPIC
from memboard.engine.session.facts import readable
from memboard.engine.session.wording import worded


def topic_of(members: Sequence[Member], asked: str | None) -> str | None:
    """Choose the topic; a model's own counts where it keeps the notes' and adds no word.

    Otherwise it is the fullest of the notes' topics, and None where they have none.
    """
    theirs = [member.topic for member in members if member.topic is not None]
    fullest = max(theirs, key=lambda topic: (len(saying(topic)), topic), default=None)
    wanted = " ".join((asked or "").split())
    if not wanted or len(wanted) > MAX_TOPIC or not readable(wanted):
        return fullest
    said = saying("\n".join([*theirs, *(member.text for member in members)]))
    mine = saying(wanted)
    return wanted if mine and saying(fullest or "") <= mine <= said else fullest


def saying(text: str) -> set[str]:
    """Give what the words of a topic are compared by, without those that say little."""
    return {word.stem for word in worded(text) if word.kind not in ("light", "relation")}
