"""One store closure: the same story through every door leaves the same rows and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memboard.board import BoardApp
from memboard.board.tempo import AT_ONCE
from memboard.engine.settings import BoardSettings
from tests.board.driving import Driver
from tests.contract.doors import PROJECT, BoardDoor, CliDoor, EngineDoor, RpcDoor
from tests.contract.rows import all_rows
from tests.contract.scenario import tell, tell_of_poison
from tests.contract.still import STEP_VARIABLE, Still, open_still


@pytest.fixture
def still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Still:
    """A clock and randomness that this process and its children share."""
    file = tmp_path / "step"
    monkeypatch.setenv(STEP_VARIABLE, str(file))
    return Still(file)


Told = tuple[dict[str, Any], dict[str, list[Any]]]
"""A story's answers, and the rows it left."""


@pytest.fixture
async def reference(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Told:
    """The story told to the engine itself."""
    folder = tmp_path_factory.mktemp("reference")
    with monkeypatch.context() as patch:
        patch.setenv(STEP_VARIABLE, str(folder / "step"))
        with open_still(folder / "home", PROJECT) as memory:
            answers = await tell(EngineDoor(memory), Still(folder / "step"))
    return answers, all_rows(folder / "home")


async def test_the_command_line_is_the_engine(
    reference: Told, tmp_path: Path, still: Still
) -> None:
    """Twelve processes, one a command, leave the rows and give the answers of one Memory."""
    answers = await tell(CliDoor(tmp_path / "home"), still)
    assert answers == reference[0]
    assert all_rows(tmp_path / "home") == reference[1]


async def test_the_pipe_is_the_engine(reference: Told, tmp_path: Path, still: Still) -> None:
    """One RPC process leaves the rows and gives the answers of one Memory."""
    door = RpcDoor(tmp_path / "home")
    answers = await tell(door, still)
    door.close()
    assert answers == reference[0]
    assert all_rows(tmp_path / "home") == reference[1]


@pytest.fixture
async def poisoned(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Told:
    """The story of the poisoned note, told to the engine itself."""
    folder = tmp_path_factory.mktemp("poisoned")
    with monkeypatch.context() as patch:
        patch.setenv(STEP_VARIABLE, str(folder / "step"))
        with open_still(folder / "home", PROJECT) as memory:
            answers = await tell_of_poison(EngineDoor(memory), Still(folder / "step"))
    return answers, all_rows(folder / "home")


def test_the_poisoned_story_shows_what_it_is_for(poisoned: Told) -> None:
    """The note is withheld, given once to a session, and given as it is after its release."""
    told, rows = poisoned
    poison = told["poison"]
    assert f"- [{poison}] [BLOCKED: instruction-override]" in told["withheld"]["block"]
    assert "ignore all previous" not in told["withheld"]["block"]
    assert {"id": poison, "reason": "blocked"}.items() <= told["withheld"]["left_out"][0].items()
    assert told["again"]["block"] == ""
    assert "repeated" in {left["reason"] for left in told["again"]["left_out"]}
    assert len(told["narrow"]["block"]) <= 150
    assert "budget" in {left["reason"] for left in told["narrow"]["left_out"]}
    assert "ignore all previous" in told["released"]["block"]
    assert {event["note_id"] for event in told["blocked"]} == {poison}
    assert told["why"]["released"] is True
    assert len(rows["recalls"]) == sum(
        len(told[name]["notes"]) for name in ("withheld", "narrow", "default", "released")
    )


async def test_the_command_line_recalls_as_the_engine_does(
    poisoned: Told, tmp_path: Path, still: Still
) -> None:
    """The same block, byte for byte, the same left out, the same log, and the same rows."""
    answers = await tell_of_poison(CliDoor(tmp_path / "home"), still)
    assert answers == poisoned[0]
    assert all_rows(tmp_path / "home") == poisoned[1]


async def test_the_pipe_recalls_as_the_engine_does(
    poisoned: Told, tmp_path: Path, still: Still
) -> None:
    """The same block, byte for byte, the same left out, the same log, and the same rows."""
    door = RpcDoor(tmp_path / "home")
    answers = await tell_of_poison(door, still)
    door.close()
    assert answers == poisoned[0]
    assert all_rows(tmp_path / "home") == poisoned[1]


async def test_the_board_is_the_engine(reference: Told, tmp_path: Path, still: Still) -> None:
    """Keys pressed on the board leave the rows and give the answers of one Memory."""
    app = BoardApp(
        lambda: open_still(tmp_path / "home", PROJECT),
        tempo=AT_ONCE,
        now=still.clock,
        settings=BoardSettings(glyphs="unicode"),
    )
    async with app.run_test(size=(120, 36)) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        answers = await tell(BoardDoor(driver), still)
        await driver.settle()
    expected = dict(reference[0])
    for question in ("search", "search after"):
        drawn, whole = answers.pop(question), expected.pop(question)
        assert isinstance(drawn, list)
        assert isinstance(whole, list)
        assert drawn[0] == whole[0]
        assert drawn == [hit for hit in whole if hit in drawn]  # without what only fills up
    assert answers == expected
    assert all_rows(tmp_path / "home") == reference[1]
