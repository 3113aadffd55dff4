"""Search: as you type, by meaning and words, each hit with the parts of its score."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import cast

import msgspec
from textual.worker import Worker

from memboard.board.ages import plural, score
from memboard.board.desk import Desk
from memboard.board.matches import Ranges, filter_ranges, literal_match, query_ranges, words_of
from memboard.board.paint import Span
from memboard.board.panes.list_pane import ListPane
from memboard.board.roster import Group
from memboard.board.rows import Look, hit_row
from memboard.board.widgets.field import Field
from memboard.engine import Found, Hit, MemboardError, Memory, Note

HITS = 30
"""Hits asked for."""
PAUSE = 0.15
"""Seconds of quiet before a search, so that eighteen keystrokes are one question."""
SLOW = 0.35
"""Seconds after which it says that it searches."""
MODEL_RETRIES = 0.5
"""Seconds until a search answered by words is asked again, while the model loads."""
QUERY_LENGTH = 1_000
"""Letters of a query that are asked with."""
NOISE = 0.05
"""Relevance under which a hit says nothing, and is not shown: less than one cell of the bar."""


class SearchPane(ListPane):
    """A query line, and what it finds."""

    name_shown = "Results"

    def __init__(self, desk: Desk, now: Callable[[], dt.datetime], *, pause: float = PAUSE) -> None:
        super().__init__("search", desk)
        self.now = now
        self.pause = pause
        self.query_field = Field("query", id="search-query")
        self.found: Found | None = None
        self.failed = ""
        self.shows_below = True
        self.asked: list[str] = []
        self.took = 0
        self._hits: dict[str, Hit] = {}

    # --- asking

    def typed(self) -> None:
        """Ask once the typing pauses; only the last question is answered."""
        work: Callable[[], Coroutine[None, None, None]] = partial(self.ask, self.pause)
        _: Worker[None] = self.run_worker(work, group="ask", exclusive=True, exit_on_error=False)

    async def reload(self) -> None:
        """Ask again, at once."""
        await self.ask(0)

    async def ask(self, pause: float) -> None:
        """Ask the store what the query finds."""
        with self.asking():
            await self._ask(pause)

    async def _ask(self, pause: float) -> None:
        query = self.query_field.text.strip()[:QUERY_LENGTH]
        if not query:
            self.found, self.failed = None, ""
            self._show()
            return
        if pause:
            await asyncio.sleep(pause)
        slow = self.set_timer(SLOW, lambda: self.query_field.answer.show("searching"))
        started = time.perf_counter()
        try:
            found = await self.desk(lambda m: m.search(query, k=HITS, wait=False))
            self.found = without_noise(found)
            self.failed = ""
        except MemboardError as error:
            self.failed = str(error)
        finally:
            slow.stop()
        self.took = round((time.perf_counter() - started) * 1000)
        self._show()
        if self._model_loads():
            self.set_timer(MODEL_RETRIES, self.typed)

    def _model_loads(self) -> bool:
        return self.found is not None and any(
            notice.code == "model_loading" for notice in self.found.notices
        )

    def remember(self) -> None:
        """Keep the query among the last five, shown while nothing is typed."""
        text = self.query_field.text.strip()
        if text:
            self.asked = [text, *(one for one in self.asked if one != text)][:5]

    # --- showing

    def _show(self) -> None:
        hits = self._shown_hits()
        self.roster.keep_marks(hit.note.id for hit in (self.found.hits if self.found else ()))
        self._hits = {hit.note.id: hit for hit in hits}
        strong = sum(not hit.below_floor for hit in hits)
        groups: list[Group] = []
        if self.found is not None and strong < len(hits):
            groups.append(Group(strong, self._floor_words(strong), ""))
        self.roster.fill([hit.note.id for hit in hits], groups, follow=True)
        if self.roster.key is None:
            self.roster.move(0)
        self.query_field.answer.show(self._answer())
        self.refilled()

    def _shown_hits(self) -> list[Hit]:
        if self.found is None:
            return []
        ordered = sorted(self.found.hits, key=lambda hit: hit.below_floor)
        if self.filter_text.strip():
            words = words_of(self.filter_text)
            ordered = [
                hit
                for hit in ordered
                if literal_match(" ".join((hit.note.text, *hit.note.tags)).casefold(), words)
            ]
        return [hit for hit in ordered if self.shows_below or not hit.below_floor]

    def _floor_words(self, strong: int) -> str:
        assert self.found is not None  # noqa: S101 - groups are made of what was found
        floor = score(self.found.floor)
        if strong == 0:
            return f"nothing above {floor}; weaker ones below"
        return f"below the floor {floor}, not injected"

    def _answer(self) -> str:
        if self.found is None:
            return ""
        how = "by words only" if self.found.mode == "words" else "by meaning and words"
        if self._model_loads():
            how = "by words, the model is loading"
        return f"{plural(len(self.found.hits), 'hit')} · {how}"

    async def filter_changed(self) -> None:
        """Show only the hits that the filter leaves."""
        self._show()

    def toggle_below(self) -> None:
        """Show the hits below the floor, or hide them."""
        self.shows_below = not self.shows_below
        self._show()

    def note_of(self, key: object) -> Note | None:
        """Give a hit's note."""
        hit = self.hit_of(key)
        return None if hit is None else hit.note

    def hit_of(self, key: object) -> Hit | None:
        """Give a hit by its note's id."""
        return self._hits.get(cast("str", key))

    def ids(self, memory: Memory, keys: Sequence[object]) -> list[str]:
        """A hit's key is its note's id."""
        del memory
        return [cast("str", key) for key in keys]

    def ranges_of(self, note: Note) -> Ranges:
        """Mark the words of the query, or what the filter matched."""
        if self.filter_text:
            return filter_ranges(note.text, self.filter_text)
        return query_ranges(note.text, self.found.query if self.found else "")

    def row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw a hit."""
        hit = self.hit_of(self.roster.keys[at])
        return [] if hit is None else hit_row(hit, look, width, self.ranges_of(hit.note))

    def order_words(self) -> str:
        """Say how many lie below the floor."""
        if self.found is None or not self.found.below_floor:
            return ""
        hidden = "" if self.shows_below else " hidden, b shows them"
        return f"{self.found.below_floor} below the floor{hidden}"

    def empty_text(self) -> str:
        """Say what to type, or that nothing was found."""
        if self.failed:
            return f"{self.failed}\nThe query is kept. enter tries again."
        if self.found is None:
            recent = "".join(f"\n/ {one}" for one in self.asked)
            return f"Type to find by meaning.{recent}"
        if self.filter_text:
            return "Nothing matches this filter here.\nesc clears it."
        if self.found.hits:
            return f"Nothing above {score(self.found.floor)}. b shows the weaker ones."
        return "No note speaks of this.\na adds it as a note."


def without_noise(found: Found) -> Found:
    """Leave out hits that only fill up the number asked for."""
    hits = tuple(hit for hit in found.hits if hit.parts.relevance >= NOISE)
    below = sum(hit.below_floor for hit in hits)
    return msgspec.structs.replace(found, hits=hits, below_floor=below)
