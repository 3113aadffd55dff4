"""Listing, renaming and merging projects."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from .door import Door, shell


@pytest.fixture
def two(door: Door) -> Door:
    """A store with two projects."""
    door.add("one", "--project", "old")
    door.add("two", "--project", "new")
    door.add("everywhere", "--global")
    return door


def test_list_shows_notes_and_what_leads_to_each(two: Door) -> None:
    """The present one is marked; the global bucket stands last."""
    lines = two("project", "list", "--project", "new").lines
    assert [line.split()[:3] for line in lines[:2]] == [
        ["*", "new", "1"],
        ["old", "1", "now"],
    ]
    assert lines[0].endswith("name:new")
    assert lines[-1].endswith("every project")


def test_rename_keeps_what_leads_to_it(two: Door) -> None:
    """The name is for people, the key for the machine."""
    assert two("project", "rename", "old", "older").out == "Now called older.\n"
    rows = two("project", "list", "--json").document["projects"]
    assert {row["name"]: row["keys"] for row in rows}["older"] == ["name:old"]


def test_merge_needs_a_yes_where_nobody_can_be_asked(two: Door) -> None:
    """It cannot be undone."""
    refused = two("project", "merge", "old", "new")
    assert (refused.code, "--yes says yes" in refused.err) == (2, True)
    assert two("project", "merge", "old", "new", "--yes").out == "Moved 1 note from old to new.\n"
    assert len(two("recent", "--project", "new", "--scope", "project").lines) == 2


@pytest.mark.parametrize("names", [("nowhere", "new"), ("new", "nowhere"), ("./", "new")])
def test_merge_asks_nothing_about_a_project_that_is_not_there(
    two: Door, names: tuple[str, str]
) -> None:
    """It is looked up before the question."""
    printed = two("project", "merge", *names)
    assert printed.code == 3
    assert "No project is called" in printed.err
    assert "cannot be undone" not in printed.err


def test_merge_finds_projects_by_key_and_any_case(two: Door) -> None:
    """As it does once it was confirmed."""
    assert two("project", "merge", "name:old", "NEW", "--yes").code == 0


def test_an_unknown_project_lists_the_known_ones(two: Door) -> None:
    """Exit code 3."""
    printed = two("project", "merge", "nowhere", "new", "--yes")
    assert printed.code == 3
    assert "Known: " in printed.err
    assert "old" in printed.err


def test_subfolder_worktree_and_link_are_one_project(home: Path, tmp_path: Path) -> None:
    """Case 25, through the real program in real folders."""
    repository = tmp_path / "tidepool"
    inside = repository / "src" / "deep"
    inside.mkdir(parents=True)
    commands = (
        ["init", "-q"],
        ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "x"],
        ["worktree", "add", "-q", str(tmp_path / "linked")],
    )
    for command in commands:
        subprocess.run(["git", *command], cwd=repository, check=True, capture_output=True)
    (tmp_path / "link").symlink_to(repository)
    shell(home, "add", "one fact", "--project", str(repository))
    for folder in (inside, tmp_path / "linked", tmp_path / "link"):
        listed = shell(home, "recent", "--project", str(folder))
        assert b"one fact" in listed.stdout, folder


def test_merge_takes_a_folder_without_notes_as_the_target(door: Door, tmp_path: Path) -> None:
    """What was kept under a name belongs to it from then on; a folder that is no source is none."""
    folder = tmp_path / "tidepool"
    folder.mkdir()
    door.add("one", "--project", "tidepool")
    printed = door("recent", "--project", str(folder))
    assert "memboard project merge tidepool ." in printed.err
    refused = door("project", "merge", str(folder), "tidepool", "--yes")
    assert (refused.code, "No project is called" in refused.err) == (3, True)
    assert door("project", "merge", "tidepool", str(folder), "--yes").code == 0
    assert "one" in door("recent", "--project", str(folder)).out
