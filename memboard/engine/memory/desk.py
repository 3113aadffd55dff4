"""What a conversation works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from memboard.engine.curate.workshop import Workshop
from memboard.engine.recall.inject import Wish
from memboard.engine.session.cheap import CheapQuery
from memboard.engine.session.events import Event
from memboard.engine.session.tools import ToolWatch
from memboard.engine.settings import MemorySettings
from memboard.engine.shown import Dreamt, Recall
from memboard.engine.store.store import Store


class Desk(NamedTuple):
    """What a conversation needs of the memory it belongs to."""

    store: Store
    workshop: Workshop
    settings: MemorySettings
    captures: bool
    re_searches: bool
    watch: ToolWatch
    project: str
    """The key of the project."""
    recall: Callable[[str, Wish, bool], Recall]
    learn: Callable[[str, Mapping[str, Sequence[Event]]], tuple[int, int]]
    query: CheapQuery | None
    dream: Callable[[float | None], Dreamt | None]
