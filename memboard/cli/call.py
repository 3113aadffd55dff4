"""One run of the command line: which home, which project, how to answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from memboard.cli import output

if TYPE_CHECKING:
    from memboard.engine import Home, Memory, Notice


class Opener(Protocol):
    """Opens a store, as `memboard.engine.open_memory` does."""

    def __call__(self, home: str | None = None, project: str | None = None, /) -> Memory:
        """Open the store of a home for a project; None finds each out."""


class Call:
    """What the global options say, and the way to the store they name."""

    def __init__(self, opener: Opener | None = None) -> None:
        self.home: str | None = None
        """`--home`; None leaves it to MEMBOARD_HOME and the system."""
        self.project: str | None = None
        """`--project`; None leaves it to MEMBOARD_PROJECT and the working directory."""
        self.json = False
        self._opener = opener

    def open(self) -> Memory:
        """Open the store."""
        if self._opener is not None:
            return self._opener(self.home, self.project)
        from memboard.engine import open_memory

        return open_memory(self.home, self.project)

    def find_home(self) -> Home:
        """Find the home without making or opening anything."""
        from memboard.engine import find_home

        return find_home(self.home)

    def answer(self, value: object, lines: Iterable[str]) -> None:
        """Print an answer: the value as a JSON document, or the lines."""
        if self.json:
            output.write_document(value)
        else:
            output.write_lines(lines)

    def narrate(self, *lines: str) -> None:
        """Say something beside the answer; with --json the document says it."""
        if not self.json:
            output.narrate(*lines)

    def tell(self, notices: Iterable[Notice]) -> None:
        """Say what works less well than it should."""
        from memboard.cli.plain import plain_line

        self.narrate(*(f"memboard: {plain_line(notice.text)}" for notice in notices))
