"""The one door: whatever a note holds, what is drawn is safe and as wide as it is counted."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from memboard.board.cells import clusters, cut, head_of, shorten, tail_of, wrap
from memboard.board.text import FSI, PDI, isolated, masked_line, plain

FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
ANYTHING = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x07\x9b\u202e\u2066\u200b\u200d\ufe0f\u0301\U0001f468\u5d4c \n\t"),
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("raw", "drawn"),
    [
        ("plain", "plain"),
        ("\x1b[31mred\x1b]0;title\x07", "␛[31mred␛]0;title␇"),
        ("\x9b2J", "␦2J"),
        ("a\u202egnp.exe", "a␦gnp.exe"),
        ("deplo\u200by", "deplo␦y"),
        ("pass\u00adword", "pass␦word"),
        ("tag\U000e0041s", "tag␦s"),
        ("a\r\nb\nc", "a⏎b⏎c"),
        ("del\x7f", "del␡"),
        ("👨‍👩‍👧", "👨👩👧"),
        ("👍🏽 ❤️", "👍 ❤"),
        ("می‌خواهم", "می‌خواهم"),
        ("a\u200cb", "a␦b"),
        ("é", "é"),
        ("z\u0300\u0301\u0302\u0303\u0304\u0305a", "z\u0300\u0301\u0302\u0303␦a"),
        ("[/][bold]x", "[/][bold]x"),
        ("\ud800", "␦"),
    ],
)
def test_what_is_drawn_of_hostile_text(raw: str, drawn: str) -> None:
    """Each kind of trick, and what is seen of it."""
    assert plain(raw) == drawn


@given(ANYTHING)
def test_nothing_that_controls_a_terminal_leaves_the_door(text: str) -> None:
    """Only the joiners that some scripts are written with are left of the format characters."""
    for character in plain(text):
        if character not in "\u200c\u200d":
            assert unicodedata.category(character) not in FORBIDDEN, ascii(character)


@given(ANYTHING)
def test_one_line_stays_one_line(text: str) -> None:
    """Also for line separators that Python splits at."""
    assert len(plain(text).splitlines()) <= 1


@given(ANYTHING)
def test_the_editor_draws_character_for_character(text: str) -> None:
    """So that cursor and selection stay true."""
    assert len(masked_line(text)) == len(text)


def test_right_to_left_text_is_isolated_and_takes_no_cell_more() -> None:
    """Its neighbours keep their columns."""
    text = "שלום"
    assert isolated(text) == f"{FSI}{text}{PDI}"
    assert cell_len(isolated(text)) == cell_len(text)
    assert isolated("plain") == "plain"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("short", 10, "short"),
        ("whole words are kept together", 16, "whole words …"),
        ("never cut the number 123456789 here", 28, "never cut the number …"),
        ("retries live in src/ingest/queue_runner.py and more", 40, None),
        ("see src/ingest/queue_runner.py", 20, "see src/inge…nner.py"),
        ("港の名前は日本語のまま保存する", 9, "港の名 …"),
        ("Donaudampfschifffahrtsgesellschaft", 10, "Donaudamp…"),
        ("anything", 0, ""),
        ("anything", 1, "…"),
    ],
)
def test_cutting_keeps_words_and_what_names_something(
    text: str, width: int, shown: str | None
) -> None:
    """Whole words, then ` …`; an identifier loses its middle, never its end."""
    cut_text = shorten(text, width)
    assert cell_len(cut_text) <= width
    if shown is not None:
        assert cut_text == shown
    else:
        assert "src/in" in cut_text
        assert "queue_runner.py …" in cut_text


@given(ANYTHING, st.integers(min_value=1, max_value=60))
def test_a_cut_text_fits_and_says_that_more_follows(text: str, width: int) -> None:
    """By cells, with every piece knowing where it came from."""
    drawn = plain(text)
    pieces = cut(drawn, width)
    shown = "".join(piece.text for piece in pieces)
    assert cell_len(shown) <= max(width, 1)
    if cell_len(drawn) > width:
        assert "…" in shown
    for piece in pieces:
        if piece.start is not None:
            assert drawn[piece.start : piece.start + len(piece.text)] == piece.text


@given(ANYTHING, st.integers(min_value=2, max_value=40))
def test_wrapped_lines_fit_and_lose_only_blanks(text: str, width: int) -> None:
    """Every letter is on one line, in order."""
    drawn = plain(text, lines=True)
    lines = wrap(drawn, width)
    assert all(cell_len(line.text) <= width for line in lines)
    assert "".join("".join(line.text.split()) for line in lines) == "".join(drawn.split())


@given(ANYTHING, st.integers(min_value=0, max_value=20))
def test_marks_stay_on_their_character(text: str, width: int) -> None:
    """Heads and tails never begin or end inside a character."""
    drawn = plain(text)
    whole = list(clusters(drawn))
    head, tail = head_of(drawn, width), tail_of(drawn, width)
    assert head == "".join(whole[: len(list(clusters(head)))])
    assert drawn.endswith(tail)
