"""The editor: add and edit are one, and no text is ever lost."""

from __future__ import annotations

from tests.board.driving import World, driving


async def test_all_fields_are_stored(world: World) -> None:
    """Text, tags, topic, scope, importance, pin."""
    async with driving(world) as driver:
        await driver.press("a", *"Fact", "tab", *"db,ops", "tab", *"staging")
        await driver.press("tab", "space", "tab", "7", "tab", "space", "ctrl+s")
        note = driver.board.pane.note
        assert note is not None
        assert (note.text, note.tags, note.topic) == ("Fact", ("db", "ops"), "staging")
        assert (note.scope, note.importance, note.pinned) == ("global", 0.7, True)


async def test_the_length_is_shown_as_it_is_typed(world: World) -> None:
    """Five letters of two thousand."""
    async with driving(world) as driver:
        await driver.press("a", *"Hello")
        assert "5 of 2,000" in driver.screen_text()


async def test_near_notes_are_shown_while_typing_and_can_be_taken_over(world: World) -> None:
    """`shift+tab` into them, `enter` makes the text a new revision."""
    async with driving(world) as driver:
        await driver.press("a")
        driver.board.editor.area.text = "Gauge 9 at Roscoff drops a reading every full moon night"
        await driver.settle()
        assert "Close to this" in driver.screen_text()
        await driver.press("shift+tab", "enter")
        assert "revision 1" in driver.board.editor.rule.title
        await driver.press("ctrl+s")
    assert "Gauge 9 at Roscoff drops a reading every full moon night" in world.texts()
    assert len(world.texts()) == 8


async def test_somebody_elses_change_is_not_overwritten_unseen(world: World) -> None:
    """The first save says who was first and what it says now; the second one overwrites."""
    async with driving(world, size=(80, 24)) as driver:
        note = driver.board.pane.note
        assert note is not None
        await driver.press("e", *" mine")
        with world.open(actor="claude-code") as other:
            other.edit(note.id, text="Theirs")
        await driver.press("ctrl+s")
        told = "claude-code changed this meanwhile. ctrl+s again saves yours over it."
        assert f" {told} " in driver.screen_text()
        assert "It says now" in driver.screen_text()
        assert "Theirs" in driver.screen_text()
        assert driver.board.context == "editor"
        assert "Theirs" in world.texts()
        await driver.press("ctrl+s")
        assert f"{note.text}mine" in world.texts() or f"{note.text} mine" in world.texts()


async def test_a_long_present_text_is_shown_in_three_lines_and_stays(world: World) -> None:
    """Typing on does not take it away, and long names of agents leave room for the rest."""
    async with driving(world, size=(80, 24)) as driver:
        note = driver.board.pane.note
        assert note is not None
        await driver.press("e")
        with world.open(actor="an-agent-with-quite-a-long-name-of-its-own") as other:
            other.edit(note.id, text="Theirs\x1b[31m " + "says a great deal more " * 30)
        await driver.press("ctrl+s", *" and more")
        drawn = driver.screen_text().splitlines()
        at = next(n for n, line in enumerate(drawn) if "It says now" in line)
        assert drawn[at + 1].strip("▏ ").startswith("Theirs␛[31m says")
        assert drawn[at + 3].rstrip().endswith("…")
        await driver.press("ctrl+s")
        assert driver.said.startswith("Saved ")


async def test_who_was_first_fits_the_line_whatever_the_name(world: World) -> None:
    """The name is cut, and not what ctrl+s does."""
    async with driving(world, size=(80, 24)) as driver:
        note = driver.board.pane.note
        assert note is not None
        await driver.press("e", "x")
        with world.open(actor="an-agent-with-quite-a-long-name-of-its-own") as other:
            other.edit(note.id, text="Theirs")
        await driver.press("ctrl+s")
        assert "ctrl+s again saves yours over it." in driver.screen_text()


async def test_a_note_that_was_forgotten_meanwhile_becomes_a_new_one(world: World) -> None:
    """It is said, and the next save stores it."""
    async with driving(world, size=(80, 24)) as driver:
        note = driver.board.pane.note
        assert note is not None
        await driver.press("e", *"mine")
        with world.open(actor="claude-code") as other:
            other.forget(note.id)
        await driver.press("ctrl+s")
        told = "This note was forgotten meanwhile. ctrl+s saves yours as a new note."
        assert f" {told} " in driver.screen_text()
        assert "New note" in driver.screen_text()
        await driver.press("ctrl+s")
        assert driver.said.startswith("Saved ")
        assert driver.board.context == "recent.list"
    assert world.texts()[0] == f"{note.text}mine"


async def test_a_text_that_breaks_a_limit_stays_in_the_editor(world: World) -> None:
    """What is wrong is said; nothing is lost."""
    async with driving(world) as driver:
        await driver.press("a")
        driver.board.editor.area.text = "x" * 2_001
        await driver.press("ctrl+s")
        assert "2,001" in driver.said
        assert "Your text is kept." in driver.said
        assert len(driver.board.editor.area.text) == 2_001


async def test_an_exact_repeat_is_known_already(world: World) -> None:
    """It is named, and not stored twice."""
    async with driving(world) as driver:
        await driver.press("a")
        driver.board.editor.area.text = "Gauge 9 at Roscoff drops a reading every full moon"
        await driver.press("ctrl+s")
        assert driver.said.startswith("Known already:")
    assert len(world.texts()) == 8


async def test_a_forgotten_text_may_be_written_again(world: World) -> None:
    """A person asks for it, so it is saved, and the answer says that it was forgotten."""
    async with driving(world) as driver:
        text = driver.note_text
        await driver.press("d", "a")
        driver.board.editor.area.text = text
        await driver.press("ctrl+s")
        assert "You forgot this" in driver.said
    assert text in world.texts()


async def test_letters_and_signs_are_typed_and_never_commands(world: World) -> None:
    """Every printable key lands in the text."""
    async with driving(world) as driver:
        await driver.press("a")
        await driver.type("q:?/du0123[]{}.aU")
        assert driver.board.editor.area.text == "q:?/du0123[]{}.aU"


async def test_the_users_own_editor_goes_on_with_the_text(world: World) -> None:
    """`ctrl+o`."""
    world.edited = " and more"
    async with driving(world) as driver:
        await driver.press("a", *"Start", "ctrl+o")
        assert driver.board.editor.area.text == "Start and more"


async def test_hostile_text_is_edited_as_it_is_and_drawn_as_signs(empty_world: World) -> None:
    """An escape stays an escape in the store, and never reaches the terminal."""
    empty_world.fill([("key \x1b[31m red", {})])
    async with driving(empty_world) as driver:
        await driver.press("e")
        assert "\x1b" not in driver.screen_text()
        assert "␛" in driver.screen_text()
        await driver.press("x", "ctrl+s")
    assert empty_world.texts() == ["key \x1b[31m redx"]
