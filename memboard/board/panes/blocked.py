"""Blocked: what was withheld from agents, and the words that tripped the scan."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import cast

from memboard.board.ages import count
from memboard.board.desk import Desk
from memboard.board.looked import keep_looked, read_looked
from memboard.board.matches import Ranges, filter_ranges, literal_match, near_match, words_of
from memboard.board.messages import CursorMoved
from memboard.board.page import Page, Subject
from memboard.board.paint import Span
from memboard.board.panes.list_pane import ListPane
from memboard.board.provenance import sections
from memboard.board.rows import Look
from memboard.board.withheld import Case, Cases, Scan, case_page, case_row, read_cases, scan_all
from memboard.engine import MemboardError, Memory, Note

FILTERED = 400
"""How much of a text the filter looks at."""


class BlockedPane(ListPane):
    """The notes that were withheld, the last one first."""

    name_shown = "Blocked"
    row_noun = "withheld text"

    def __init__(self, desk: Desk, now: Callable[[], dt.datetime]) -> None:
        super().__init__("blocked", desk)
        self.now = now
        self.cases = Cases({}, 0)
        self.failed = ""
        self.loaded = False
        self._new: set[str] = set()
        self._scans: dict[str, Scan] = {}
        self._standing: str | None = None

    # --- reading

    async def opened(self) -> None:
        """Tell that the row under the cursor is looked at."""
        self._look()

    async def refreshed(self) -> None:
        """Read again: the tab counts what is new while another pane is shown."""
        await self.reload()

    async def reload(self) -> None:
        """Read the log and its notes again; a log that cannot be read is told of."""
        try:
            cases, looked = await self.desk(lambda m: (read_cases(m), read_looked(m)))
        except MemboardError as error:
            self.failed, self.cases, self._new = str(error), Cases({}, 0), set()
        else:
            self.failed, self.cases = "", cases
            standing = self._new & {self._standing or ""} if self.display else set()
            unseen = {key for key, one in cases.by_id.items() if one.at > looked.get(key, -1)}
            self._new = (unseen | standing) & set(cases.by_id)
        self.loaded = True
        self._scans.clear()
        self.roster.keep_marks(self.cases.by_id)
        self._show()

    def _show(self) -> None:
        kept: list[object] = list(self._sifted())
        self.roster.fill(kept, (), follow=True)
        self.refilled()

    def _sifted(self) -> list[str]:
        words = words_of(self.filter_text)
        if not words:
            return list(self.cases.by_id)
        texts = {key: folded(case) for key, case in self.cases.by_id.items()}
        found = [key for key, text in texts.items() if literal_match(text, words)]
        return found or [key for key, text in texts.items() if near_match(text, words)]

    async def filter_changed(self) -> None:
        """Show only the rows that the filter leaves."""
        self._show()

    async def load(self, rows: range) -> None:
        """Scan the notes of rows that came into view."""
        keys = [cast("str", key) for key in self.roster.keys[rows.start : rows.stop]]
        cases = [self.cases.by_id[key] for key in keys if key not in self._scans]
        if not cases:
            return
        found = await self.desk(lambda m: scan_all(m, [one.note for one in cases]))
        present = self.cases.by_id
        self._scans.update({key: scan for key, scan in found.items() if key in present})
        self._new -= {key for key, scan in found.items() if not scan.withheld}
        self.lines.refresh()
        if self.roster.key in found:
            self.lines.post_message(CursorMoved())

    def case(self, key: object) -> Case | None:
        """Give what is known of a row."""
        return self.cases.by_id.get(cast("str", key))

    def note_of(self, key: object) -> Note | None:
        """Give a row's note."""
        case = self.case(key)
        return None if case is None else case.note

    def ids(self, memory: Memory, keys: Sequence[object]) -> list[str]:
        """A row's key is its note's id."""
        del memory
        return [cast("str", key) for key in keys]

    def released(self, keys: Sequence[object]) -> bool:
        """Tell whether all of some rows are released, as far as was seen."""
        scans = [self._scans.get(cast("str", key)) for key in keys]
        return bool(scans) and all(scan is not None and scan.released for scan in scans)

    # --- what is new

    def waiting(self) -> int:
        """Count the rows that were not looked at."""
        return len(self._new)

    def stands_out(self, at: int) -> bool:
        """A row that was not looked at does."""
        return self.roster.keys[at] in self._new

    def on_cursor_moved(self) -> None:
        """A row that is left is new no more."""
        if self.display:
            self._look()

    def on_hide(self) -> None:
        """Leaving the pane leaves its row."""
        self._new -= {self._standing or ""}
        self._standing = None
        self.lines.post_message(CursorMoved())

    def _look(self) -> None:
        """Stand on a row: it is written down as looked at, and drawn as new until it is left."""
        key = cast("str | None", self.roster.key)
        if key == self._standing:
            return
        self._new -= {self._standing or ""}
        self._standing = key
        self.lines.refresh()
        if key in self._new:
            self.run_worker(self._keep(key), group="looked", exit_on_error=False)

    async def _keep(self, key: str | None) -> None:
        case = self.case(key)
        if case is not None:
            listed = set(self.cases.by_id)
            seen = {case.note.id: case.at}
            await self.desk.change(lambda memory: keep_looked(memory, seen, listed))

    # --- drawing

    def ranges_of(self, note: Note) -> Ranges:
        """Mark what the filter matched, in the editor too."""
        return filter_ranges(note.text, self.filter_text) if self.filter_text else ()

    def row(self, at: int, look: Look, width: int) -> list[Span]:
        """Draw a note that was withheld."""
        key = cast("str", self.roster.keys[at])
        case = self.case(key)
        if case is None:
            return []
        return case_row(case, self._scans.get(key), look, width, new=key in self._new)

    def written(self, subject: Subject | None, page: Page) -> list[list[Span]]:
        """Write why it was withheld above where it came from."""
        case = None if subject is None else self.case(subject.note.id)
        if subject is None or case is None:
            return []
        head = case_page(case, self._scans.get(subject.note.id), subject, page)
        return [*head, *sections(subject, page)]

    def put_back_label(self) -> str:
        """Releasing what is released withholds it again."""
        return "Withhold" if self.released(self.roster.targets()) else "Release"

    def order_words(self) -> str:
        """Say how many are new, and how many cannot be shown here."""
        new = f"{count(len(self._new))} new" if self._new else ""
        others = f"{count(self.cases.elsewhere)} elsewhere" if self.cases.elsewhere else ""
        return " · ".join(filter(None, (new, others)))

    def empty_text(self) -> str:
        """Teach what would be here, or say why it cannot be read."""
        if not self.loaded:
            return ""
        if self.failed:
            return f"What was withheld cannot be listed.\n{self.failed}"
        if self.filter_text:
            return "Nothing matches this filter here.\nesc clears it."
        others = self.cases.elsewhere
        more = f"\n{count(others)} elsewhere: memboard blocked lists them." if others else ""
        return (
            "Nothing was withheld.\nText that tries to steer an agent would be listed here,\n"
            f"with the words that tripped it.{more}"
        )


def folded(case: Case) -> str:
    """Give what the filter looks at."""
    event = case.event
    words = (case.note.text[:FILTERED], event.class_, event.rule, event.surface)
    return " ".join((*words, event.session or "")).casefold()
