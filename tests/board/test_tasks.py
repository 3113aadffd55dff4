"""The week's tasks, each with the number of keys it may take (board.md, §8)."""

from __future__ import annotations

from tests.board.driving import World, driving


def keys(*parts: str) -> list[str]:
    """Spell keys: a part in angle brackets is one key, any other is typed letter by letter."""
    spelled: list[str] = []
    for part in parts:
        spelled += [part[1:-1]] if part.startswith("<") else list(part)
    return spelled


async def test_a_stale_port_is_found_and_fixed_in_twelve_keys(world: World) -> None:
    """`/ 5432 enter e 5433 ctrl+s`: the match is selected, so that typing replaces it."""
    pressed = keys("/", "5432", "<enter>", "e", "5433", "<ctrl+s>")
    async with driving(world) as driver:
        await driver.pilot.press(*pressed)
        await driver.settle()
    assert "Staging Postgres listens on 5433; ops/tunnel.sh maps it to localhost" in world.texts()
    assert len(pressed) == 12


async def test_a_rule_is_pinned_and_made_global_in_seven_keys(world: World) -> None:
    """`f adr enter p s`."""
    pressed = keys("f", "adr", "<enter>", "p", "s")
    async with driving(world) as driver:
        await driver.pilot.press(*pressed)
        await driver.settle()
        note = driver.board.pane.note
        assert note is not None
        assert "ADR-0007" in note.text
        assert note.pinned
        assert note.scope == "global"
    assert len(pressed) == 7


async def test_a_rule_with_a_tag_takes_five_keys_and_its_text(world: World) -> None:
    """`a` text `tab` `db` `ctrl+s`."""
    text = "Use UTC everywhere"
    pressed = keys("a", text.replace(" ", "_"), "<tab>", "db", "<ctrl+s>")
    async with driving(world) as driver:
        await driver.pilot.press(*("space" if key == "_" else key for key in pressed))
        await driver.settle()
        note = driver.board.pane.note
        assert note is not None
        assert (note.text, note.tags, note.trigger) == (text, ("db",), "board")
    assert len(pressed) == len(text) + 5


async def test_all_gauge_notes_are_tagged_in_fifteen_keys(world: World) -> None:
    """`f gauge enter V t brest enter`."""
    pressed = keys("f", "gauge", "<enter>", "V", "t", "brest", "<enter>")
    async with driving(world) as driver:
        await driver.pilot.press(*pressed)
        await driver.settle()
        assert driver.said == "Tagged 2 notes +brest."
    with world.open() as memory:
        tagged = [note for note in memory.recent(100).notes if "brest" in note.tags]
    assert [note.text[:7] for note in tagged] == ["Gauge 9", "Gauge 1"]
    assert len(pressed) == 15


async def test_a_token_is_purged_in_eleven_keys(world: World) -> None:
    """`/ tp_live enter D y`: out of text, words and history."""
    world.fill([("Deploy token is tp_live_9f27c1", {})])
    pressed = keys("/", "tp_live", "<enter>", "D", "y")
    async with driving(world) as driver:
        await driver.pilot.press(*pressed)
        await driver.settle()
        assert driver.said == "Purged 1 note for good."
    assert not any("tp_live" in text for text in world.texts())
    assert len(pressed) == 11
