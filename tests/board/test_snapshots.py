"""How the board looks. Each picture's claim is also asserted in words, here or elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memboard.engine.settings import BoardSettings
from tests.board.driving import Driver, World

SIZES = [(80, 24), (120, 36)]
THEMES = ["dark", "light"]
Compare = Callable[..., bool]
LOOKS = [
    pytest.param(size, theme, id=f"{size[0]}x{size[1]}-{theme}")
    for size in SIZES
    for theme in THEMES
]


def looks_right(
    snap_compare: Compare, world: World, size: tuple[int, int], theme: Any, *keys: str
) -> bool:
    """Compare the board, after some keys, with the picture of it."""
    app = world.app(settings=BoardSettings(theme=theme, glyphs="unicode"))

    async def before(pilot: Pilot[int]) -> None:
        driver = Driver(app, pilot)
        await driver.settle()
        await driver.press(*keys)

    run_before: Callable[[Pilot[int]], Awaitable[None]] = before
    return snap_compare(app, terminal_size=size, run_before=run_before)


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_recent_with_two_marks(
    snap_compare: Compare, world: World, size: tuple[int, int], theme: str
) -> None:
    """The list and the detail, two rows marked."""
    assert looks_right(snap_compare, world, size, theme, "space", "space", "j")


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_search_results_and_why_one_came_up(
    snap_compare: Compare, world: World, size: tuple[int, int], theme: str
) -> None:
    """Bars, parts and the floor."""
    assert looks_right(snap_compare, world, size, theme, "slash", *"postgres", "space", *"5432")


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_the_editor_on_a_note(
    snap_compare: Compare, world: World, size: tuple[int, int], theme: str
) -> None:
    """All fields of a note."""
    assert looks_right(snap_compare, world, size, theme, "j", "e")


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_an_empty_board_teaches(
    snap_compare: Compare, empty_world: World, size: tuple[int, int], theme: str
) -> None:
    """What to do on the first day."""
    assert looks_right(snap_compare, empty_world, size, theme)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", ["D", "question_mark", "colon", "U"])
def test_a_dialog(snap_compare: Compare, world: World, theme: str, key: str) -> None:
    """Purge, help, palette, my last changes."""
    assert looks_right(snap_compare, world, (80, 24), theme, "p", key)


def test_one_half_at_a_time(snap_compare: Compare, world: World) -> None:
    """At 60 by 20 the detail comes in the list's place."""
    assert looks_right(snap_compare, world, (60, 20), "dark", "enter")


def test_a_filter_marks_its_letters(snap_compare: Compare, world: World) -> None:
    """Matched letters are underlined, and the filter is a chip in the title."""
    assert looks_right(snap_compare, world, (80, 24), "dark", "f", *"gauge", "enter")


def test_hostile_text_keeps_its_place(snap_compare: Compare, empty_world: World) -> None:
    """Escapes, joiners, towers of marks and right-to-left text stay in their row."""
    empty_world.fill(
        [
            ("The deplo\u200by key \x1b[31mis red\x1b[0m and \u202egnp.exe", {}),
            ("שלום עולם, the harbour master answers in Hebrew", {}),
            ("港の名前は日本語のまま保存する (keep harbour names in Japanese)", {}),
            (
                "Family 👨‍👩‍👧 on board, thumbs 👍🏽 up, z\u0300\u0301\u0302\u0303\u0304\u0305algo",
                {},
            ),
            ("[bold]not markup[/] [/] [@click=app.quit]never a link[/]", {}),
        ]
    )
    assert looks_right(snap_compare, empty_world, (80, 24), "dark", "j", "j", "j", "j")


def test_snapshots_are_written_beside_the_tests() -> None:
    """Pictures lie in `snapshots/`, in a folder of this module's name."""
    folder = Path(__file__).parent.parent.parent / "snapshots" / Path(__file__).stem
    assert list(folder.glob("*.svg"))
