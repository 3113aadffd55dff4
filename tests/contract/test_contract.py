"""One store closure: the same story through every door leaves the same rows and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.contract.doors import PROJECT, CliDoor, EngineDoor, RpcDoor
from tests.contract.rows import all_rows
from tests.contract.scenario import tell
from tests.contract.still import STEP_VARIABLE, Still, open_still


@pytest.fixture
def still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Still:
    """A clock and randomness that this process and its children share."""
    file = tmp_path / "step"
    monkeypatch.setenv(STEP_VARIABLE, str(file))
    return Still(file)


@pytest.fixture
async def reference(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, object], dict[str, list[Any]]]:
    """The story told to the engine itself."""
    folder = tmp_path_factory.mktemp("reference")
    with monkeypatch.context() as patch:
        patch.setenv(STEP_VARIABLE, str(folder / "step"))
        with open_still(folder / "home", PROJECT) as memory:
            answers = await tell(EngineDoor(memory), Still(folder / "step"))
    return answers, all_rows(folder / "home")


async def test_the_command_line_is_the_engine(
    reference: tuple[dict[str, object], dict[str, list[Any]]], tmp_path: Path, still: Still
) -> None:
    """Twelve processes, one a command, leave the rows and give the answers of one Memory."""
    answers = await tell(CliDoor(tmp_path / "home"), still)
    assert answers == reference[0]
    assert all_rows(tmp_path / "home") == reference[1]


async def test_the_pipe_is_the_engine(
    reference: tuple[dict[str, object], dict[str, list[Any]]], tmp_path: Path, still: Still
) -> None:
    """One RPC process leaves the rows and gives the answers of one Memory."""
    door = RpcDoor(tmp_path / "home")
    answers = await tell(door, still)
    door.close()
    assert answers == reference[0]
    assert all_rows(tmp_path / "home") == reference[1]
