"""The pure parts: ages, scores, colours, matches, rosters, differences."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.board.ages import clock_time, day_label, long_age, score, short_age
from memboard.board.differences import changed_ranges, small_difference
from memboard.board.glyphs import ASCII, UNICODE, choose_glyphs
from memboard.board.matches import filter_ranges, query_ranges
from memboard.board.roster import Group, GroupLine, Roster, RowLine
from memboard.board.said import read_tags, retagged
from memboard.board.scores import bar_cells, floor_cell
from memboard.board.themes import (
    DARK_ROLES,
    GROUNDS,
    LIGHT_ROLES,
    TEXT_ROLES,
    contrast,
)
from memboard.engine import Parts

NOW = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)
DAY = 86_400


@pytest.mark.parametrize(
    ("seconds", "short", "long"),
    [
        (0, "now", "just now"),
        (12, "12s", "12 s ago"),
        (59 * 60, "59m", "59 min ago"),
        (23 * 3_600, "23h", "23 hours ago"),
        (13 * DAY, "13d", "13 days ago"),
        (14 * DAY, "2w", "2 weeks ago"),
        (51 * 7 * DAY, "51w", "51 weeks ago"),
        (800 * DAY, "2y", "2 years ago"),
        (-5, "now", "just now"),
    ],
)
def test_ages_take_three_cells(seconds: int, short: str, long: str) -> None:
    """No `mo`, which looks like `m`."""
    moment = NOW - dt.timedelta(seconds=seconds)
    assert short_age(moment, NOW) == short
    assert long_age(moment, NOW) == long
    assert len(short) <= 3


def test_days_and_times_are_named_as_people_name_them() -> None:
    """Today, yesterday, a weekday, a year."""
    assert day_label(NOW.date(), NOW.date()) == "Today"
    assert day_label(dt.date(2026, 11, 27), NOW.date()) == "Fri 27 Nov"
    assert day_label(dt.date(2025, 11, 3), NOW.date()) == "Mon 3 Nov 2025"
    assert clock_time(NOW - dt.timedelta(days=1), NOW) == "yesterday 12:00"
    assert clock_time(NOW - dt.timedelta(days=500), NOW) == "18 Jul 2025"


@pytest.mark.parametrize(
    ("value", "text"), [(0.81, ".81"), (1.0, "1.0"), (0.0, ".00"), (0.996, "1.0")]
)
def test_scores_are_short(value: float, text: str) -> None:
    """`.81`, `1.0`."""
    assert score(value) == text


def parts(vector: float | None, words: float, weight: float = 1.0) -> Parts:
    """Make the parts of a hit; what the bar does not look at is nothing."""
    hybrid = words if vector is None else 0.7 * vector + 0.3 * words
    given = {
        "cosine": vector,
        "vector": vector,
        "bm25": words,
        "hybrid": hybrid,
        "weight": weight,
        "relevance": hybrid * weight,
    }
    names = Parts.__struct_fields__
    return msgspec.convert({**dict.fromkeys(names, 0.0), **given}, Parts)


UNIT = st.floats(min_value=0, max_value=1)


@given(st.one_of(st.none(), UNIT), UNIT, st.sampled_from([1.0, 0.9]), st.sampled_from([5, 10, 20]))
def test_the_bar_never_disagrees_with_its_number(
    vector: float | None, words: float, weight: float, cells: int
) -> None:
    """The sum is rounded first, then the parts."""
    one = parts(vector, words, weight)
    meaning, by_words = bar_cells(one, cells)
    assert meaning + by_words == round(one.relevance * cells)
    assert meaning >= 0
    assert by_words >= 0
    assert vector is not None or meaning == 0


def test_the_floor_stands_under_its_cell() -> None:
    """.35 of twenty cells is the seventh."""
    assert floor_cell(0.35, 20) == 6


@pytest.mark.parametrize("roles", [DARK_ROLES, LIGHT_ROLES], ids=["dark", "light"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", TEXT_ROLES)
def test_every_role_is_readable_on_every_ground(
    roles: dict[str, str], ground: str, role: str
) -> None:
    """At least 4.5 : 1, on the cursor row too."""
    assert contrast(roles[role], roles[ground]) >= 4.5


def test_both_themes_have_the_same_roles() -> None:
    """None is forgotten in one of them."""
    assert DARK_ROLES.keys() == LIGHT_ROLES.keys()


def test_signs_follow_the_locale_and_the_setting() -> None:
    """ASCII where the terminal is not UTF-8."""
    assert choose_glyphs("auto", "UTF-8") is UNICODE
    assert choose_glyphs("auto", "ANSI_X3.4-1968") is ASCII
    assert choose_glyphs("unicode", "latin-1") is UNICODE
    assert choose_glyphs("ascii") is ASCII
    assert all(sign.isascii() for sign in ASCII)


def test_a_filter_marks_letters_and_a_query_marks_words() -> None:
    """`port` is a part of `import` for a filter, and not for a query."""
    assert filter_ranges("the import port", "port") == ((6, 10), (11, 15))
    assert query_ranges("the import ports", "port") == ((11, 16),)
    assert filter_ranges("a gauge", "guage") != ()
    assert query_ranges("İstanbul port", "port") == ((9, 13),)


def test_tags_are_added_and_taken_away_in_one_line() -> None:
    """`+db -old new`."""
    add, remove = read_tags("+db -old new, #x")
    assert (add, remove) == (["db", "new", "x"], ["old"])
    assert retagged(("Old", "db"), add, remove) == ["db", "new", "x"]


def test_differences_are_words() -> None:
    """`5432 → 5433`."""
    assert small_difference("listens on 5432 now", "listens on 5433 now") == "5432 → 5433"
    assert changed_ranges("a b", "a c") == ([(2, 3)], [(2, 3)])


def roster(rows: int, *starts: int) -> Roster[int]:
    """Make a roster with an adding line."""
    made: Roster[int] = Roster(adds=True)
    made.fill(list(range(rows)), [Group(start, str(start), "1") for start in starts])
    return made


@given(
    st.integers(min_value=0, max_value=60),
    st.sets(st.integers(min_value=0, max_value=59), max_size=9),
)
def test_lines_and_rows_are_each_others_inverse(rows: int, starts: set[int]) -> None:
    """Every row has one line, and that line is that row."""
    made = roster(rows, *sorted(start for start in starts if start < rows))
    for place in range(rows):
        assert made.line(made.line_of(place)) == RowLine(place)
    assert made.line(made.height) is None
    lines = [made.line(y) for y in range(made.height)]
    assert sum(isinstance(line, RowLine) for line in lines) == rows
    assert sum(isinstance(line, GroupLine) for line in lines) == len(made.groups)


@given(st.data())
def test_dropping_rows_keeps_the_order_of_the_others(data: st.DataObject) -> None:
    """And the groups stand above what is left of them."""
    made = roster(20, 0, 5, 9)
    gone = data.draw(st.sets(st.integers(min_value=0, max_value=19)))
    made.move(data.draw(st.integers(min_value=0, max_value=19)))
    made.drop(gone)
    assert list(made.keys) == [key for key in range(20) if key not in gone]
    for group in made.groups:
        assert group.start < len(made.keys) or not made.keys
    for at, key in enumerate(made.keys):
        owner = max((g for g in made.groups if g.start <= at), key=lambda g: g.start)
        assert int(owner.label) == max(start for start in (0, 5, 9) if start <= key)


def test_the_cursor_goes_to_the_row_after_those_that_went() -> None:
    """From row 3 of 0..5 without 2, 3 and 4 to row 5."""
    made = roster(6)
    made.move(3)
    made.drop({2, 3, 4})
    assert made.key == 5
