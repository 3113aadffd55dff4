"""Without colour, without Unicode, and with text that would like to be something else."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.color import Color

from memboard.engine.settings import BoardSettings
from tests.board.driving import Driver, World, driving

CURSOR_LINE = 2


def sent(driver: Driver) -> list[Style]:
    """Give the styles of all cells as they go to the terminal."""
    app = driver.app
    background = Color.parse("black")
    styles: list[Style] = []
    for strip in app.screen._compositor.render_strips():
        for cut in strip:
            segments = [cut]
            for line_filter in app._filters:
                if line_filter.enabled:
                    segments = line_filter.apply(segments, background)
            styles += [segment.style for segment in segments if segment.style]
    return styles


async def test_no_color_sends_no_colour_and_no_grey(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """List, marks, search with its bars, and the editor."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with driving(world) as driver:
        await driver.press("space")
        for keys in ((), ("slash", *"gauge", "enter"), ("e",)):
            await driver.press(*keys)
            assert sent(driver)
            for style in sent(driver):
                assert style.color is None or style.color.is_default
                assert style.bgcolor is None or style.bgcolor.is_default


async def test_without_colour_the_cursor_row_is_reversed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it can be told from the others."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with driving(world) as driver:
        row = driver.board.pane.lines.render_line(CURSOR_LINE)
        other = driver.board.pane.lines.render_line(CURSOR_LINE + 1)
        assert all(part.style and part.style.reverse for part in row)
        assert not any(part.style and part.style.reverse for part in other)


async def test_ascii_signs_draw_ascii_only(world: World) -> None:
    """All of the board, where the notes are ASCII themselves."""
    settings = BoardSettings(glyphs="ascii")
    async with driving(world, settings=settings) as driver:
        for keys in ((), ("space",), ("slash", *"gauge", "enter"), ("question_mark",)):
            await driver.press(*keys)
            text = driver.screen_text()
            assert text.isascii(), sorted({one for one in text if not one.isascii()})
            await driver.press("escape")


@pytest.mark.parametrize(
    "text",
    [
        "[/]",
        "[bold red]x[/bold red] [/] [link=http://x]y",
        "[@click=app.bell]click",
        "\x1b]0;owned\x07 \x1b[2J",
        "\x9b31m",
        "a\u202eb\u2066c",
        "\n\n\n",
        "x\n" * 900,
        "e" + "\u0301" * 1_000,
        "\U000e0041" * 20,
        "]" * 500 + "[" * 500,
        "$role-danger %s {0} \\",
    ],
)
async def test_hostile_text_goes_through_every_view(empty_world: World, text: str) -> None:
    """List, detail, marks, search, editor, purge, changes, toasts; nothing crashes or leaks."""
    empty_world.fill([(f"start {text} end", {"topic": text[:20], "tags": ("[/]", "a b")})])
    async with driving(empty_world) as driver:
        for keys in (
            ("enter", "escape"),
            ("space", "escape"),
            ("slash", *"start", "enter"),
            ("e", "x", "ctrl+s"),
            ("U", "escape"),
            ("D", "escape"),
            ("t", "[", "slash", "]", "enter"),
            ("y",),
        ):
            await driver.press(*keys)
            drawn = driver.screen_text()
            assert not any(one in drawn for one in "\x1b\x07\x9b\u202e\u2066\U000e0041")
        assert driver.app.is_running
