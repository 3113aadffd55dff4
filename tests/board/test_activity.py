"""Activity: the journal, live, in runs of one author; anything in it can be put back."""

from __future__ import annotations

import datetime as dt
import threading

import msgspec
import pytest

from memboard.board.glyphs import ASCII
from memboard.board.journal import SHELVED
from memboard.board.ledger import Author, Ledger
from memboard.engine import Change, Draft, Memory
from memboard.engine.settings import BoardSettings
from tests.board.driving import NOON, Driver, World, driving

SESSION = "c41f9b7e"


@pytest.fixture
def busy(empty_world: World) -> World:
    """A morning: I add two notes, an agent's session changes one and adds two, I pin one."""
    world = empty_world
    at = iter(range(240, 0, -10))

    def later() -> None:
        world.moment = NOON - dt.timedelta(minutes=next(at))

    with world.open() as mine:
        later()
        first = mine.add("Staging Postgres listens on 5432").note
        later()
        mine.add("Gauge 14 at Brest reports UTC+1 all year")
    with world.open(actor="claude-code") as agent:
        for text in ("Ingest retries: 90 s", "Feature flag v3 is on in staging only"):
            later()
            agent.add_many([Draft(text=text, session=SESSION)], session=SESSION)
        later()
        assert first is not None
        agent.edit(first.id, text="Staging Postgres listens on 5433", session=SESSION)
    with world.open() as mine:
        later()
        mine.pin(first.id)
    world.moment = NOON
    return world


async def look(driver: Driver) -> None:
    """Let the board look at the store, as its timer does."""
    driver.board.live.poll()
    await driver.settle()


async def test_changes_stand_in_runs_of_one_author(busy: World) -> None:
    """Me, a session, me: each with its time and what it did; a filter leaves some."""
    async with driving(busy, size=(80, 24)) as driver:
        await driver.press("5")
        text = driver.screen_text()
        assert "─ you, 08:50 ─" in text
        assert "─ claude-code, session c41f9b7e, 08:20 to 08:40 ─" in text
        assert "─ 2 added, 1 changed" in text
        assert "5432 → 5433" in text
        assert "1 of 6 · live" in text
        await driver.press("f", "5", "4", "3", "3", "enter")
        assert "1 of 2" in driver.screen_text()
        driver.board.pane.filter.put("zebra")
        await driver.settle()
        assert "Nothing matches this filter here." in driver.screen_text()
        await driver.press("escape")
        assert "1 of 6" in driver.screen_text()


def stand_on(driver: Driver, key: int) -> None:
    """Put the cursor on an entry, or on a heading, which is named by its oldest entry."""
    pane = driver.board.activity
    pane.lines.move_to(list(pane.roster.keys).index(key))


async def test_r_puts_back_an_entry_or_a_whole_run_and_u_takes_that_back(busy: World) -> None:
    """Whoever made it; `u` and ctrl+r turn it, whatever the engine wrote for it."""
    before = sorted(busy.texts())
    async with driving(busy, size=(80, 24)) as driver:
        await driver.press("5")
        for key, said, left in (
            (4, "Put back 1 change of session c41f9b7e. u takes it back.", 3),
            (-3, "Put back 3 changes of session c41f9b7e. u takes it back.", 2),
        ):
            stand_on(driver, key)
            await driver.press("r")
            assert driver.said == said
            assert len(busy.texts()) == left
            changed = sorted(busy.texts())
            await driver.press("u")
            assert sorted(busy.texts()) == before
            await driver.press("ctrl+r")
            assert sorted(busy.texts()) == changed
            await driver.press("u")
            assert sorted(busy.texts()) == before


async def test_a_whole_session_is_seen_and_taken_back_in_four_keys(busy: World) -> None:
    """`5` `S` `V` `r`, and a `}` first, because my own change is on top; then it is grey."""
    async with driving(busy, size=(80, 24)) as driver:
        await driver.press("5", "}", "S")
        text = driver.screen_text()
        assert "Activity  session c41f9b7e " in text
        assert "1 of 3" in text
        assert "you, " not in text
        await driver.press("V")
        assert "Put back 3" in driver.screen_text()
        await driver.press("r")
        assert driver.said == "Put back 3 changes of session c41f9b7e. u takes it back."
        assert "3 changes, taken back" in driver.screen_text()
        assert "Put back" not in driver.screen_text().splitlines()[-1]
        await driver.press("r")
        assert "taken back already" in driver.said
        await driver.press("j", "r")
        assert "taken back already" in driver.said
        await driver.press("ctrl+r")
        assert driver.said == "Nothing to do again."
    assert sorted(busy.texts()) == [
        "Gauge 14 at Brest reports UTC+1 all year",
        "Staging Postgres listens on 5432",
    ]


async def test_putting_back_an_undo_does_it_again(busy: World) -> None:
    """An undo is an entry like any other, and its own is said by another word."""
    async with driving(busy, size=(80, 24)) as driver:
        await driver.press("5")
        stand_on(driver, 4)
        await driver.press("r", "g", "j")
        assert "took back" in driver.screen_text()
        assert len(busy.texts()) == 3
        await driver.press("r")
        assert len(busy.texts()) == 4
        assert "did again" in driver.screen_text()


async def test_what_cannot_be_put_back_is_left_and_said(busy: World) -> None:
    """An agent's edit that I changed since stays; the rest of its session goes."""
    async with driving(busy, size=(160, 36)) as driver:
        with busy.open() as mine:
            note = next(one for one in mine.recent(9).notes if "5433" in one.text)
            mine.edit(note.id, text="Staging Postgres listens on 5434")
        await look(driver)
        await driver.press("5")
        stand_on(driver, 5)
        await driver.press("r")
        assert driver.said == f"Not taken back: {note.id} was changed since by you."
        stand_on(driver, -3)
        await driver.press("r")
        assert driver.said == (
            "Put back 2 changes of session c41f9b7e. u takes it back."
            f" 1 left: {note.id} was changed since by you."
        )
    assert sorted(busy.texts()) == [
        "Gauge 14 at Brest reports UTC+1 all year",
        "Staging Postgres listens on 5434",
    ]


async def test_my_later_change_is_taken_back_before_what_was_put_back(busy: World) -> None:
    """`r`, then a note forgotten in Recent: `u` brings the note, the next `u` the rest."""
    async with driving(busy, size=(80, 24)) as driver:
        await driver.press("5")
        stand_on(driver, 4)
        await driver.press("r", "1", "d")
        assert len(busy.texts()) == 2
        await driver.press("u")
        assert len(busy.texts()) == 3
        await driver.press("u")
    assert "Feature flag v3 is on in staging only" in busy.texts()


async def test_marked_entries_of_several_runs_go_together(busy: World) -> None:
    """A heading marks all below it; the footer counts entries; all of them are copied."""
    async with driving(busy, size=(80, 24)) as driver:
        await driver.press("5", "v", "j", "j", "j", "v")
        assert "Put back 2" in driver.screen_text().splitlines()[-1]
        assert "2 marked" in driver.screen_text()
        await driver.press("escape")
        stand_on(driver, -3)
        await driver.press("space", "y")
        assert busy.copied[-1].split("\n") == [
            "Staging Postgres listens on 5433",
            "Feature flag v3 is on in staging only",
            "Ingest retries: 90 s",
        ]


async def test_the_session_of_a_note_is_one_key_away(busy: World) -> None:
    """`S` on a note in Recent opens what its session did; escape goes back, step by step."""
    async with driving(busy, size=(80, 24)) as driver:
        await driver.press("j", "S")
        assert driver.board.active == "activity"
        assert "1 of 3" in driver.screen_text()
        await driver.press("escape")
        assert "1 of 6" in driver.screen_text()
        await driver.press("escape")
        assert driver.board.active == "recent"
        await driver.press("G", "S")
        assert driver.said == "No session is known here."


async def test_an_entry_opens_its_note(busy: World) -> None:
    """Who, when and what first, then the provenance of the note, also of one that is gone."""
    async with driving(busy, size=(120, 36)) as driver:
        await driver.press("5", "}", "j", "enter")
        text = driver.screen_text()
        assert driver.board.context == "activity.detail"
        assert "session    c41f9b7e" in text
        assert "- Staging Postgres listens on 5432" in text
        assert "+ Staging Postgres listens on 5433" in text
        assert " Origin " in text
        with busy.open() as mine:
            mine.forget(next(one.id for one in mine.recent(9).notes if "5433" in one.text))
        await look(driver)
        await driver.press("h", "g", "j")
        text = driver.screen_text()
        assert "forgot" in text
        assert " Origin " in text


async def test_new_entries_come_in_above_and_the_cursor_holds(busy: World) -> None:
    """The title counts them, and `g` goes there."""
    async with driving(busy, size=(120, 36)) as driver:
        await driver.press("5")
        stand_on(driver, 5)
        busy.moment = NOON + dt.timedelta(minutes=1)
        with busy.open(actor="codex") as agent:
            agent.add("Written by another agent")
            agent.add("And one more")
        await look(driver)
        assert driver.board.pane.roster.key == 5
        assert "4 of 8 · 2 new above · live" in driver.screen_text()
        await driver.press("g")
        assert "codex, 12:01 ─" in driver.screen_text()
        assert "new above" not in driver.screen_text()


async def test_an_empty_journal_teaches_and_no_key_harms(empty_world: World) -> None:
    """What would be here; nothing to put back."""
    async with driving(empty_world, size=(80, 24)) as driver:
        await driver.press("5", "r", "S")
        assert driver.said == "There is no change here."
        await driver.press("V", "enter", "y", "escape")
        assert "No changes yet." in driver.screen_text()
        assert "can be put back." in driver.screen_text()


async def test_hostile_text_stays_in_its_row_at_every_size(empty_world: World) -> None:
    """Escapes, overrides and markup in texts, actors and sessions are drawn as symbols."""
    with empty_world.open(actor="a\x1b[31m\u202e[/]") as agent:
        text = "The key \x1b[31mis red\x1b[0m \u202egnp [@click=app.quit]x[/]"
        agent.add_many([Draft(text=text, session="s[/]")], session="s[/]")
    async with driving(empty_world, size=(80, 24)) as driver:
        await driver.press("5", "S", "j")
        for size in ((80, 24), (60, 20), (140, 40), (28, 7)):
            await driver.pilot.resize_terminal(*size)
            await driver.settle()
            text = driver.screen_text()
            assert not any(sign in text for sign in "\x1b\u202e")
            assert "failed" not in text
            assert "The key" in text


async def test_ascii_needs_no_other_sign(busy: World) -> None:
    """Every cell of the pane is ASCII; a store that only reads says why nothing goes back."""
    settings = BoardSettings(glyphs="ascii")
    async with driving(busy, size=(80, 24), settings=settings) as driver:
        await driver.press("5", "}", "j", "space")
        assert driver.screen_text().isascii()
        assert f"5432 {ASCII.becomes} 5433" in driver.screen_text()
        memory = driver.app.desk._memory
        assert memory is not None
        memory._store.database.read_only = True
        await driver.board.live.refresh()
        await driver.press("r")
        assert "Looking works, changing does not." in driver.said
    assert len(busy.texts()) == 4


# --- a long journal


class Long:
    """A store that says its journal has a hundred thousand entries, by many sessions."""

    ROWS = 100_000

    def __init__(self, world: World, like: Change) -> None:
        self.world, self.like = world, like
        self.memory: Memory | None = None
        self.read = 0
        self.gate = threading.Event()

    def open(self) -> Memory:
        """Open the store, on the desk."""
        self.memory = self.world.open()
        return self  # type: ignore[return-value]

    def __getattr__(self, name: str) -> object:
        return getattr(self.memory, name)

    def history(self, *_: object, limit: int, before: int | None = None) -> tuple[Change, ...]:
        """Give a page of entries that were never written."""
        if before is not None and before <= self.ROWS - 199 and limit > 200:
            self.gate.wait(10)
        first = self.ROWS if before is None else min(before - 1, self.ROWS)
        self.read += min(limit, first)
        return tuple(
            msgspec.structs.replace(
                self.like,
                seq=seq,
                change=seq,
                session=f"s{seq // 40}" if seq // 40 % 2 else None,
                at=NOON - dt.timedelta(seconds=self.ROWS - seq),
            )
            for seq in range(first, max(0, first - limit), -1)
        )


async def test_a_hundred_thousand_entries_are_read_in_pages_and_drawn_at_once(
    busy: World,
) -> None:
    """The first rows come before the rest is read; the end is one key away; few are kept."""
    with busy.open() as memory:
        like = memory.history(limit=1)[0]
    app = busy.app()
    long = Long(busy, like)
    app.desk._opener = long.open
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        await pilot.press("5")
        for _ in range(500):
            await pilot.pause()
            if "1 of 200 and more" in driver.screen_text():
                break
        assert "1 of 200 and more" in driver.screen_text()
        long.gate.set()
        await driver.settle()
        assert "1 of 100,000" in driver.screen_text()
        await driver.press("G")
        assert "100,000 of 100,000" in driver.screen_text()
        pane = driver.board.activity
        assert pane.change is not None
        assert len(pane._shelf.changes) <= SHELVED
        read = long.read
        await driver.board.live.refresh()
        assert long.read - read < 2_000


def change(seq: int, **fields: object) -> Change:
    """Make an entry."""
    given: dict[str, object] = {
        "change": seq,
        "at": NOON + dt.timedelta(seconds=seq),
        "actor": "you",
        "session": None,
        "cycle": None,
        "op": "pin",
        "note_id": "k3m9q2vd",
        "before": None,
        "after": None,
        "undoes": None,
        "undone_by": None,
    }
    return Change(seq=seq, **{**given, **fields})  # type: ignore[arg-type]


def ledger_of(*entries: Change) -> Ledger:
    """Make a ledger of entries, oldest first."""
    ledger = Ledger()
    ledger.append(entries[::-1])
    ledger.whole = True
    return ledger


def test_runs_of_a_person_end_with_a_pause_those_of_a_session_do_not() -> None:
    """An hour without a change is another sitting; a session is one, however slow."""
    apart = NOON + dt.timedelta(hours=3)
    mine = ledger_of(change(1), change(2, at=apart))
    assert [list(run.seqs) for run in mine.runs()] == [[2], [1]]
    theirs = ledger_of(change(1, session="s"), change(2, session="s", at=apart))
    assert [list(run.seqs) for run in theirs.runs()] == [[2, 1]]


def test_whole_cycles_and_changes_are_undone_at_once_others_by_entry() -> None:
    """What belongs together goes together, newest first; what was picked out goes alone."""
    ledger = ledger_of(
        change(1),
        change(2, cycle="c"),
        change(3, cycle="c"),
        change(4, change=4),
        change(5, change=4),
    )
    assert [(s.seq, s.change, s.cycle) for s in ledger.steps([5, 4, 3, 2, 1])] == [
        (5, 4, None),
        (3, None, "c"),
        (1, 1, None),
    ]
    assert [(s.seq, s.change, s.cycle) for s in ledger.steps([5, 3])] == [
        (5, None, None),
        (3, 3, None),
    ]


def test_nothing_is_widened_while_the_journal_is_not_read_to_its_end() -> None:
    """What was not seen is not taken back."""
    ledger = ledger_of(change(2, change=1, cycle="c"))
    ledger.whole = False
    assert [(s.change, s.cycle) for s in ledger.steps([2])] == [(None, None)]


def test_an_undo_and_what_it_took_back_are_both_left_alone() -> None:
    """Putting both back would bring the change again."""
    ledger = ledger_of(change(1, undone_by=2), change(2, op="undo", undoes=1))
    assert ledger.steps([2, 1]) == []
    assert [step.seq for step in ledger.steps([2])] == [2]


def test_a_newer_undo_marks_what_it_took_back_and_its_own_undo_unmarks_it() -> None:
    """As the engine tells it, without reading old entries again."""
    ledger = ledger_of(change(1))
    ledger.prepend([change(2, op="undo", undoes=1)])
    assert ledger.undone == {1}
    ledger.prepend([change(3, op="undo", undoes=2)])
    assert ledger.undone == {2}
    assert ledger.done_again(3)
    assert not ledger.done_again(2)


def test_a_session_is_told_by_its_name_a_person_by_having_none() -> None:
    """Whoever wrote in it."""
    session = Author("a", "s", None)
    assert session.covers(Author("b", "s", None))
    assert not session.covers(Author("a", None, None))
    assert not Author("you", None, None).covers(Author("you", "s", None))
