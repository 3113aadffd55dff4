"""What the board says about itself: the status line, the toasts in its place, the banner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

from memboard.board.ages import count
from memboard.board.text import plain
from memboard.engine import Stats

if TYPE_CHECKING:
    from memboard.board.screen import BoardScreen

DEGRADED = {
    "words_only": "words only",
    "brute_force": "brute force",
    "read_only": "read only",
    "pending": "pending",
}


class Tidings:
    """Keeps the figures and says them."""

    def __init__(self, board: BoardScreen) -> None:
        self.board = board
        self.stats: Stats | None = None
        self.trouble = ""
        """Why the store is not open, if it could not be opened."""
        self.waits = ""
        """What a change is waiting for, if one takes long."""
        self._toast: tuple[str, str] | None = None
        self._sticky = False
        self._timer: Timer | None = None

    # --- toasts

    def say(self, text: str, role: str = "good") -> None:
        """Say something for a while."""
        self._toast, self._sticky = (plain(text), role), False
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.board.set_timer(self.board.board.tempo.toast, self.hush)
        self.draw()

    def fail(self, text: str) -> None:
        """Say what failed until the next key."""
        self.say(text, "danger strong")
        self._sticky = True
        if self._timer is not None:
            self._timer.stop()

    def hush(self) -> None:
        """Give the line back to the figures."""
        self._toast = None
        self.draw()

    def key_pressed(self) -> None:
        """A key takes an error away."""
        if self._sticky:
            self._sticky = False
            self.hush()

    @property
    def said(self) -> str:
        """What the toast says, for tests."""
        return self._toast[0] if self._toast else ""

    # --- figures

    def take(self, stats: Stats) -> None:
        """Keep new figures."""
        self.stats = stats
        self.draw()

    @property
    def embedder(self) -> str:
        """The embedder's short name."""
        stats = self.stats
        return plain(stats.embedder) if stats and stats.embedder else ""

    @property
    def in_project(self) -> bool:
        """Whether there is a project here, and not only global notes."""
        return self.stats is None or self.stats.project is not None

    @property
    def waiting(self) -> int:
        """How many notes wait for a vector."""
        stats = self.stats
        if stats is None or stats.mode == "words":
            return 0
        return stats.pending + stats.stale + stats.other

    @property
    def read_only(self) -> str:
        """Why nothing can be changed, if nothing can."""
        for notice in self.stats.notices if self.stats else ():
            if notice.code == "read_only":
                return notice.text
        return ""

    # --- drawing

    def draw(self) -> None:
        """Draw status and banner as things stand."""
        board = self.board
        toast = self._toast
        if board.count:
            toast = (f"count {int(board.count)}", "strong")
        board.status.show(self._items())
        board.status.say(toast)
        board.banner.show(self._banner())

    def _items(self) -> list[tuple[str, int]]:
        stats = self.stats
        if self.trouble:
            return [("store not open", 100)]
        if stats is None:
            return [("opening the store", 100)]
        project = plain(stats.project) if stats.project else "no project here, global notes only"
        items = [(project, 100)]
        own = (
            f"{count(stats.notes)} note{'' if stats.notes == 1 else 's'}, " if stats.project else ""
        )
        items.append((f"{own}{count(stats.global_notes)} global", 50))
        if stats.embedder and stats.mode == "meaning":
            items.append((plain(stats.embedder), 30))
        codes = {notice.code for notice in stats.notices}
        items += [(words, 90) for code, words in DEGRADED.items() if code in codes]
        if self.waiting:
            items.append((f"{count(self.waiting)} pending", 40))
        if new := self.board.blocked.waiting():
            items.append((f"{count(new)} new blocked", 10))
        return items

    def _banner(self) -> str:
        if self.trouble:
            return self.trouble
        if self.waits:
            return self.waits
        if self.stats is None:
            return ""
        texts = [
            n.text
            for n in self.stats.notices
            if n.code in ("read_only", "words_only", "brute_force")
        ]
        if self.waiting and not self.board.live.job:
            texts.append(
                f"{count(self.waiting)} note{' waits' if self.waiting == 1 else 's wait'} for"
                f" {'its' if self.waiting == 1 else 'their'} vector, found by words meanwhile."
                " M embeds now."
            )
        if not texts:
            return ""
        more = f" And {len(texts) - 1} more: M" if len(texts) > 1 else ""
        return plain(texts[0]) + more
