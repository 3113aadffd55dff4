"""Makes the text of notes safe to print: what a terminal would obey or hide becomes visible.

Notes are written by models and strangers. Control characters show as symbols, other hidden ones
by their number, so that nothing moves the cursor, sets a title or reverses a line.
"""

from __future__ import annotations

from unicodedata import category

__all__ = ["HIDING", "JOINERS", "category", "plain_line", "plain_lines"]

HIDING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that are obeyed or not seen."""
JOINERS = "\u200c\u200d"
"""Emoji and several scripts need these; between plain letters they only hide something."""
PICTURES = 0x2400
"""Where Unicode keeps a picture of each control character."""


def plain_lines(text: str) -> list[str]:
    """Give a text's lines, each safe to print."""
    broken = text.replace("\r\n", "\n").replace("\t", "    ").split("\n")
    return [visible(line) for line in broken]


def plain_line(text: str) -> str:
    """Give a whole text as one safe line; line breaks show as ⏎."""
    broken = text.replace("\r\n", "\n").replace("\t", " ")
    return visible(broken).replace("␊", "⏎")


def visible(text: str) -> str:
    """Replace each character that a terminal would obey or hide."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if harmless(text, at) else shown(character) for at, character in enumerate(text)
    )


def harmless(text: str, at: int) -> bool:
    """Tell whether the character at a place may be printed as it is."""
    character = text[at]
    if category(character) not in HIDING:
        return True
    return character in JOINERS and joins(text, at)


def joins(text: str, at: int) -> bool:
    """Tell whether a joiner stands between two characters that it can join."""
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    return len(around) == 2 and not any(one.isascii() or one in JOINERS for one in around)


def shown(character: str) -> str:
    """Give the symbol of a control character, or the number of another hidden one."""
    code = ord(character)
    if code < 0x20:
        return chr(PICTURES + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"
