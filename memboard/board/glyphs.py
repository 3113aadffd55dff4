"""The signs the board draws, and what stands for them where the locale is not UTF-8."""

from __future__ import annotations

import locale
from typing import Literal, NamedTuple


class Glyphs(NamedTuple):
    """One set of signs; each is one cell wide, except `pending` and `more` in ASCII."""

    cursor: str = "▌"
    resting: str = "▏"
    divider: str = "▏"
    mark: str = "✓"
    heavy: str = "━"
    light: str = "─"
    bar: str = "│"
    pin: str = "◆"
    more: str = "…"
    pending: str = "…"
    new: str = "•"
    times: str = "×"
    meaning: str = "█"
    words: str = "▒"
    empty: str = "·"
    floor: str = "▲"
    becomes: str = "→"
    dot: str = "·"


UNICODE = Glyphs()
ASCII = Glyphs(
    cursor=">",
    resting="|",
    divider="|",
    mark="x",
    heavy="=",
    light="-",
    bar="|",
    pin="*",
    more="..",
    pending=".",
    new="o",
    times="x",
    meaning="#",
    words="=",
    empty=".",
    floor="^",
    becomes="->",
    dot="-",
)


def choose_glyphs(
    wanted: Literal["auto", "unicode", "ascii"], encoding: str | None = None
) -> Glyphs:
    """Give the wanted set; `auto` takes ASCII where the locale's encoding is not UTF-8."""
    if wanted != "auto":
        return ASCII if wanted == "ascii" else UNICODE
    named = encoding if encoding is not None else locale.getpreferredencoding(False)
    return UNICODE if named.lower().replace("-", "") == "utf8" else ASCII
