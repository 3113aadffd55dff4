"""Note text is written by strangers: what a terminal would obey or hide becomes visible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.cli.cells import cut, width_of, wrapped
from memboard.cli.plain import HIDING, JOINERS, plain_line, plain_lines

from .door import Door

HOSTILE = "a\x1b]0;title\x07b\x9bc\u202edcba\u200bz\x7f\x08 [bold]x[/] {y} %s"


def test_hostile_text_never_reaches_the_output_as_it_is(door: Door) -> None:
    """Lists, searches, details, histories and errors alike."""
    note_id = door.add(HOSTILE, "--topic", "t\x1b[31m", "--tag", "g\u202e")
    door("edit", note_id, HOSTILE + "\nsecond \x1b[2J line")
    for arguments in (["recent"], ["search", "title"], ["why", note_id], ["history"]):
        out = door(*arguments).out
        assert not set(out) & set("\x1b\x07\x9b\u202e\u200b\x7f\x08"), arguments
        assert "␛]0;title␇b<U+009B>c<U+202E>dcba<U+200B>z␡␈ [bold]x[/] {y} %s" in out


def test_json_and_export_carry_the_exact_text(door: Door) -> None:
    """Programs get what was stored."""
    door.add(HOSTILE)
    assert door.texts() == [HOSTILE]
    exported = door("export").out
    assert "\\u001b]0;title" in exported
    assert "\u202edcba" in exported


def test_an_error_shows_what_was_typed_in_a_safe_way(door: Door) -> None:
    """Arguments are hostile as well."""
    assert "\x1b" not in door("why", "\x1b[31mzzzz").err
    assert "\x1b" not in door("\x1b[31mserch").err


def test_lines_stay_lines_in_the_detail_and_one_line_in_a_list() -> None:
    """A line break shows as ⏎ where there is one line only."""
    assert plain_line("one\ntwo\r\nthree\tfour") == "one⏎two⏎three four"
    assert plain_lines("one\ntwo\r\nthree\tfour") == ["one", "two", "three    four"]


@pytest.mark.parametrize(
    "innocent", ["👩‍👩‍👧‍👦", "می‌خواهم", "港の名前", "❤️", "naïve café", "ไทย", "🌊"]
)
def test_innocent_scripts_and_joined_emoji_stay(innocent: str) -> None:
    """Joiners between letters that need them are not hidden text."""
    assert plain_line(innocent) == innocent


@given(st.text())
def test_no_text_leaves_anything_that_hides(text: str) -> None:
    """Whatever the text: no character is left that a terminal obeys or hides."""
    import unicodedata

    for character in plain_line(text):
        assert character in JOINERS or unicodedata.category(character) not in HIDING


@given(st.text(), st.integers(4, 60))
def test_cutting_and_wrapping_keep_to_the_width(text: str, width: int) -> None:
    """In cells, not in characters; wrapping loses nothing but spaces."""
    line = plain_line(text)
    assert width_of(cut(line, width)) <= width
    parts = wrapped(line, width)
    assert all(width_of(part) <= width for part in parts)
    assert "".join("".join(parts).split()) == "".join(line.split())


def test_cutting_keeps_whole_words_and_marks_what_follows() -> None:
    """A line that fits is left alone."""
    assert cut("one two three", 13) == "one two three"
    assert cut("one two three", 12) == "one two …"
    assert cut("港の名前は日本語", 9) == "港の名 …"
