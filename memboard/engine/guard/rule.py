"""What a rule is: data with a reason and examples, and one way of matching it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator

from memboard.engine.guard.finding import Span, ThreatClass
from memboard.engine.guard.talk import is_talk
from memboard.engine.guard.view import View
from memboard.engine.model import Value

_BOUNDS = (
    (r"\w+", r"\w{1,30}"),
    (r"\w*", r"\w{0,30}"),
    (")+", "){1,8}"),
    (")*", "){0,8}"),
    ("]+", "]{1,8}"),
    ("]*", "]{0,8}"),
)
"""What stands in a pattern, and what it is compiled as."""

_CAPITAL = re.compile(r"\\.|[A-Z]")
"""An escape, which keeps its case, or a capital."""


class Words:
    """A pattern for normalised text in small letters, compiled when it is first asked for.

    `^` stands at each line, a blank for a blank or a line break, and a capital for a small letter:
    asking the expressions themselves to disregard case takes half as long again. Endless repetition
    is bounded here, so that no pattern reads farther than some hundred characters from where it
    begins. Words of other scripts are written as people write them, and normalised as texts are.

    Compiling all rules takes a tenth of a second, and most texts need two or three of them.
    """

    __slots__ = ("_compiled", "_written")

    def __init__(self, written: str) -> None:
        self._written = written
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """The expression."""
        if self._compiled is None:
            self._compiled = self._compile()
        return self._compiled

    def _compile(self) -> re.Pattern[str]:
        """Bound, normalise and compile what was written."""
        pattern = self._written
        for endless, bounded in _BOUNDS:
            pattern = pattern.replace(endless, bounded)
        pattern = unicodedata.normalize("NFKC", pattern)
        small = _CAPITAL.sub(lambda m: m[0] if m[0][0] == "\\" else m[0].lower(), pattern)
        return re.compile(small.replace(" ", r"\s"), re.MULTILINE)


class Rule(Value, frozen=True):
    """One shape of attack.

    A rule fires where `anchor` matches, every pattern of `near` matches within `within`
    characters of it, and the place is not talk about attacks. Patterns have a bounded width, so
    that the work per character is bounded; what may lie far apart belongs into `near`.
    """

    id: str
    class_: ThreatClass
    why: str
    """What makes this an attack, and what keeps the innocent out."""
    cues: tuple[str, ...]
    """Lower-case pieces; a text that holds none of them is not searched. Only for speed."""
    anchor: Words
    near: tuple[Words, ...] = ()
    within: int = 0
    before: bool = False
    """Whether `near` may also stand before the anchor."""
    catches: tuple[str, ...] = ()
    """Examples that must be found."""
    passes: tuple[str, ...] = ()
    """Examples that must not."""

    def search(self, view: View) -> Span | None:
        """Where the rule first fires in a view; None if nowhere.

        Its cues are not asked for here; whoever has many rules asks for all of them at once.
        """
        spans = (
            span for span in self._hulls(view.lowered) if not is_talk(view.text, span[0], span[1])
        )
        return next(spans, None)

    def _hulls(self, text: str) -> Iterator[Span]:
        """Each anchor with its neighbours, as one span."""
        neighbours: list[list[Span]] | None = None
        for match in self.anchor.compiled.finditer(text):
            if neighbours is None:
                neighbours = [[m.span() for m in p.compiled.finditer(text)] for p in self.near]
            span: Span | None = match.span()
            for places in neighbours:
                span = self._joined(match.span(), span, places) if span else None
            if span:
                yield span

    def _joined(self, anchor: Span, span: Span, places: list[Span]) -> Span | None:
        """The span stretched over the first place within reach; None if there is none."""
        earliest = anchor[0] - self.within if self.before else anchor[1]
        index = bisect_left(places, (earliest, 0))
        if index == len(places) or places[index][0] > anchor[1] + self.within:
            return None
        start, end = places[index]
        return (min(span[0], start), max(span[1], end))
