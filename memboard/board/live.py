"""What goes on by itself: opening the store, seeing others' changes, embedding what waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from memboard.board.ages import count, plural
from memboard.board.desk import DeskClosed
from memboard.board.drafts import read_drafts
from memboard.engine import MemboardError, Memory, Step

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen

BAR = 20
WATCHED = ("blocked.log", "failures.json")
"""Files of a home that panes show."""
Token = tuple[tuple[int, int], ...]


class Live:
    """Polls the store, and runs the one long job there may be."""

    def __init__(self, board: BoardScreen) -> None:
        self.board = board
        self.opened = False
        self.job = False
        self._stopped = False
        self._token: Token | None = None

    async def start(self) -> None:
        """Open the store, read the first rows, then look for changes at a steady pace."""
        board = self.board
        board.tidings.trouble = ""
        try:
            await board.desk.open()
        except MemboardError as error:
            board.tidings.trouble = str(error)
            board.recent.lines.empty = f"{error.message}\n{error.hint or ''}\nq leaves."
            board.drawn_again()
            board.recent.lines.refresh()
            return
        self.opened = True
        await self._read_drafts()
        await board.recent.preview()
        await asyncio.sleep(board.board.tempo.first_page)
        await self.refresh()
        board.set_interval(board.board.tempo.poll, self.poll)
        await board.desk(lambda memory: memory.warm())

    async def _read_drafts(self) -> None:
        """Give the editor the drafts of earlier runs, and say that there are some."""
        board = self.board
        board.editor.drafts = drafts = await board.desk(read_drafts)
        for note_id in drafts:
            where = f"e on {note_id}" if note_id else "a"
            board.tidings.say(f"Draft kept from last time. {where} opens it again.")
            break

    def poll(self) -> None:
        """Look whether anybody changed anything."""
        self.board.run(self._look, group="poll")

    async def _look(self) -> None:
        token = await self.board.desk(token_of)
        if token != self._token:
            await self.refresh()

    async def refresh(self) -> None:
        """Read rows and figures again, after a change by anybody."""
        board = self.board
        self._token = await board.desk(token_of)
        board.recent.sieve.forget()
        before = len(board.recent.all_keys)
        await board.recent.reload()
        if board.active == "search" or board.searching.found is not None:
            await board.searching.reload()
        for pane in board.panes.values():
            await pane.refreshed()
        board.tidings.take(await board.desk(lambda memory: memory.stats()))
        more = len(board.recent.all_keys) - before
        if more > 0 and board.active != "recent" and before and not board.hands.at_work:
            board.tidings.say(f"{plural(more, 'note')} came in.")
        board.show_detail()
        board.drawn_again()

    # --- the long job

    async def embed(self) -> None:
        """Embed what waits, a step at a time, with its progress on a line of its own."""
        self.job, self._stopped = True, False
        board, last = self.board, Step(done=0, total=0)
        try:
            async for step in board.desk.steps(embedding):
                last = step
                self._tell(step)
                if self._stopped:
                    break
        except DeskClosed:
            board.board.parting = self._stopped_words(last)
            return
        finally:
            self.job = False
            board.progress.show("")
        words = (
            self._stopped_words(last) if self._stopped else f"Embedded {plural(last.done, 'note')}."
        )
        board.tidings.say(words)
        await self.refresh()

    def stop(self) -> None:
        """Let the job end after its present step."""
        self._stopped = True

    def _tell(self, step: Step) -> None:
        share = step.done / step.total if step.total else 0.0
        glyphs = self.board.board.glyphs
        full = round(share * BAR)
        bar = glyphs.meaning * full + glyphs.empty * (BAR - full)
        self.board.progress.show(
            f"Embedding {count(step.done)} of {count(step.total)}  {bar}  {share:.0%}"
            "   X stops, keeps it"
        )

    def _stopped_words(self, step: Step) -> str:
        return f"Embedding stopped at {count(step.done)} of {count(step.total)}. M goes on."


def token_of(memory: Memory) -> Token:
    """Give what differs after any change to the store, or to the files beside it."""
    return memory.state(), *(stamp(memory.home.folder / name) for name in WATCHED)


def stamp(path: Path) -> tuple[int, int]:
    """Give time and size of a file; one that is not there, or not to be seen, has none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def embedding(memory: Memory) -> Iterator[Step]:
    """Give the engine's own job."""
    return memory.reindex_steps()
