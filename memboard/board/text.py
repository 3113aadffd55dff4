"""The one door between note text, which is hostile, and the terminal.

Whatever a note holds, what leaves here is safe to draw: no control character, no direction
override, nothing invisible, and every character as wide as the cell count says. Copying a note
never goes through this door; it takes the raw text.
"""

from __future__ import annotations

import unicodedata

HIDDEN = "␦"
"""Stands for a character that would not be seen, or would change how others are seen."""
NEWLINE = "⏎"
"""Stands for a line break where a text is shown on one line."""

MAX_MARKS = 4
"""Combining marks kept on one character; towers of them overrun neighbouring lines."""

ZWNJ, ZWJ = "\u200c", "\u200d"
FSI, PDI = "\u2068", "\u2069"
SILENT = frozenset("\ufe0e\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""Presentation selectors and skin tones: terminals disagree on their width, so they are dropped."""
UNSEEN_CATEGORIES = frozenset({"Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that draw nothing."""


def plain(text: str, *, lines: bool = False) -> str:
    """Give a text as it may be drawn.

    Args:
        text: anything.
        lines: keep line breaks; else they become `⏎`, so that the result is one line.
    """
    if text.isascii() and text.isprintable():
        return text
    flat = text.replace("\r\n", "\n").replace("\t", "    " if lines else " ")
    drawn: list[str] = []
    marks = 0
    for at, character in enumerate(flat):
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
            shown = mark_shown(character, marks)
        else:
            marks = 0
            shown = shown_as(flat, at, character, lines=lines)
        drawn.append(shown)
    return "".join(drawn)


def mark_shown(character: str, marks: int) -> str:
    """Draw a combining mark: the first few of them, then one sign for all the rest."""
    if character in SILENT:
        return ""
    if marks <= MAX_MARKS:
        return character
    return HIDDEN if marks == MAX_MARKS + 1 else ""


def shown_as(text: str, at: int, character: str, *, lines: bool) -> str:
    """Draw the character at a place in a text."""
    if character == "\n":
        return "\n" if lines else NEWLINE
    if character in SILENT:
        return ""
    if character in (ZWJ, ZWNJ):
        return joiner_shown(text, at)
    return masked(character)


def joiner_shown(text: str, at: int) -> str:
    """Draw a joiner: nothing where it belongs, a sign where it hides.

    Emoji that it joins are drawn one by one: how wide a joined one is depends on the terminal.
    """
    around = (text[at - 1 : at], text[at + 1 : at + 2])
    if all(side and unicodedata.category(side) in ("So", "Mn", "Sk") for side in around):
        return ""
    if all(side and needs_joiners(side) for side in around):
        return text[at]
    return HIDDEN


def needs_joiners(character: str) -> bool:
    """Tell whether a letter is of a script that writes with joiners: Arabic, Persian, Indic."""
    return "\u0600" <= character <= "\u0dff" or "\ufb50" <= character <= "\ufeff"


def masked(character: str) -> str:
    """Draw one character as exactly one: itself, or a sign for it.

    The editor uses this, where every position of the text must stay where it is.
    """
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    unseen = unicodedata.category(character) in UNSEEN_CATEGORIES or 0x80 <= code < 0xA0
    return HIDDEN if unseen or character in BLANKS else character


def masked_line(text: str) -> str:
    """Draw a line character for character, so that cursor and selection stay true."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(masked(character) for character in text)


def isolated(text: str) -> str:
    """Keep a right-to-left text from turning its neighbours round; takes no cells."""
    turns = any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
    return f"{FSI}{text}{PDI}" if turns else text
