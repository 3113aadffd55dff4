"""Notes close to what is being written, found while typing pauses."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import events

from memboard.board.ages import score, short_age
from memboard.board.cells import shorten, wrap
from memboard.board.differences import small_difference
from memboard.board.paint import Span
from memboard.board.roster import Roster
from memboard.board.rows import text_spans
from memboard.board.text import plain
from memboard.board.widgets.lines import Lines
from memboard.board.widgets.rule import Rule
from memboard.engine import Hit, Note

if TYPE_CHECKING:
    from memboard.board.dialogs.editor import Editor

CLOSE = 0.8
"""Cosine from which a note is called close: the engine's own bound for `similar`."""
MOST = 3
SHORTEST = 12
"""Letters from which it is worth looking."""


class CloseLines(Lines):
    """The rows; while they have the keyboard, arrows move and enter takes."""

    def __init__(self, close: CloseNotes) -> None:
        super().__init__(close.roster, close.draw, id="close-lines")
        self.close_notes = close

    def press(self, event: events.Key) -> bool:
        """Move, or take the note under the cursor."""
        steps = {"down": 1, "j": 1, "up": -1, "k": -1}
        if event.key in steps:
            self.move_to(self.roster.at + steps[event.key])
        elif event.key == "enter":
            self.close_notes.take()
        else:
            return False
        return True


class CloseNotes:
    """A title and up to three rows; enter on one makes this text its new revision.

    Where somebody else changed the note meanwhile, its present text stands there instead.
    """

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.found: list[Hit] = []
        self.present = ""
        """What the note says now, where saving found that out."""
        self.roster: Roster[object] = Roster(adds=False)
        self.rule = Rule("Close to this", id="close-rule")
        self.lines = CloseLines(self)

    def clear(self) -> None:
        """Show none."""
        self.present = ""
        self._show([])

    def show_present(self, note: Note) -> None:
        """Show what the note says now, until the editor goes on to something else."""
        self.present = plain(note.text)
        rows = min(MOST, len(wrap(self.present, self._room())))
        self.found = []
        self._fill([str(row) for row in range(rows)], "It says now", f"revision {note.revision}")

    def _room(self) -> int:
        """Count the cells of a line of the present text."""
        return max(1, self.editor.size.width - 2)

    def look_soon(self) -> None:
        """Ask the store after a pause; typing on starts the pause anew."""
        self.editor.board.run(self._look, group="close")

    async def _look(self) -> None:
        board = self.editor.board
        await asyncio.sleep(board.board.tempo.close_pause)
        text = self.editor.area.text.strip()
        if self.present:
            return
        if len(text) < SHORTEST or not self.editor.display:
            self._show([])
            return
        found = await board.desk(lambda memory: memory.search(text, k=MOST + 1, wait=False))
        own = self.editor.editing.note_id
        self._show(
            [
                hit
                for hit in found.hits
                if hit.note.id != own and hit.parts.cosine is not None and hit.parts.cosine >= CLOSE
            ][:MOST]
        )

    def _show(self, hits: list[Hit]) -> None:
        if self.present:
            return
        self.found = hits
        self._fill([hit.note.id for hit in hits], "Close to this", str(len(hits)))

    def _fill(self, keys: list[object], title: str, right: str) -> None:
        self.roster.fill(keys, ())
        self.roster.move(0)
        self.rule.display = self.lines.display = bool(keys)
        self.lines.styles.height = len(keys)
        self.rule.show(right=right, focused=False, title=title)
        self.lines.refill()

    def draw(self, at: int, width: int) -> list[Span]:
        """Draw a close note: how close, its id, its age, its text; or what the note says now."""
        if self.present:
            return [(self._present_line(at, width), "")]
        board = self.editor.board
        hit = self.found[at]
        changed = small_difference(hit.note.text, self.editor.area.text)
        same = "same words" if changed == "→" else ""
        lead: list[Span] = [
            (f"{score(hit.parts.cosine or 0.0):>3}  ", "strong"),
            (f"{hit.note.id}  {short_age(hit.note.created_at, board.now()):>3}  ", "quiet"),
        ]
        room = width - 20 - len(same)
        return [*lead, *text_spans(hit.note.text, room, board.board.glyphs), (f" {same}", "quiet")]

    def _present_line(self, at: int, width: int) -> str:
        pieces = wrap(self.present, width)
        if at >= len(pieces):
            return ""
        last = at == MOST - 1 and len(pieces) > MOST
        return shorten(self.present[pieces[at].start or 0 :], width) if last else pieces[at].text

    def take(self) -> None:
        """Make this text a new revision of the close note under the cursor."""
        if self.found:
            self.editor.become(self.found[max(0, self.roster.at)].note)
