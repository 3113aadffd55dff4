"""Which project a folder belongs to; real git repositories in temporary folders."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from memboard.engine import find_project
from memboard.engine.errors import InvalidInput
from memboard.engine.project import Project, normalise_origin
from memboard.engine.repository import origin_url

from .standins import OpenHere, texts_of

ORIGIN = "https://git.example.org/acme/widget.git"


@pytest.fixture(autouse=True)
def user_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `$HOME` of the test's own, with no git settings in it."""
    folder = tmp_path / "user"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return folder


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder."""
    who = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "-c",
        "protocol.file.allow=always",
    ]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def repository(folder: Path, origin: str | None = ORIGIN) -> Path:
    """Make a repository with one commit."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    if origin is not None:
        git(folder, "remote", "add", "origin", origin)
    return folder


def key_of(folder: Path) -> str:
    """The strongest key of the project a folder belongs to."""
    project = find_project(folder=folder)
    assert project is not None
    return project.keys[0]


@pytest.mark.parametrize(
    "spelling",
    [
        "https://git.example.org/acme/widget.git",
        "https://git.example.org/acme/widget",
        "https://git.example.org/acme/widget/",
        "https://git.example.org:443/acme/widget.git/",
        "HTTPS://Git.Example.org/Acme/Widget.git",
        "http://git.example.org/acme/widget",
        "git@git.example.org:acme/widget.git",
        "git.example.org:acme/widget",
        "ssh://git@git.example.org/acme/widget.git",
        "ssh://git@git.example.org:22/acme/widget",
        "git://git.example.org:9418/acme/widget.git",
        "https://anna:s3cret@git.example.org/acme/widget.git",
        "https://oauth2:glpat-s3cret@git.example.org/acme/widget",
    ],
)
def test_every_spelling_of_an_origin_is_one_project(spelling: str) -> None:
    """Scheme, user, port, case and endings do not tell projects apart."""
    assert normalise_origin(spelling, Path("/r/.git")) == "git.example.org/acme/widget"


@pytest.mark.parametrize(
    "spelling",
    [
        "https://anna:s3cret@git.example.org/acme/widget",
        "https://s3cret@git.example.org/acme/widget",
        "https://anna:p@s3cret@git.example.org/acme/widget",
        "https://anna:s3cret/more@git.example.org/acme/widget",
        "https://anna:a/b@s3cret@git.example.org/acme/widget",
        "https://git.example.org/acme/widget?private_token=s3cret",
        "https://git.example.org/acme/widget#s3cret",
        "anna:s3cret@git.example.org:acme/widget",
        "a@s3cret@git.example.org:acme/widget",
    ],
)
def test_credentials_in_an_origin_are_never_kept(spelling: str) -> None:
    """Whatever form they come in, also one that breaks the URL's own."""
    assert normalise_origin(spelling, Path("/r/.git")) == "git.example.org/acme/widget"


def test_two_servers_owners_or_ports_are_two_projects() -> None:
    """What identifies a remote is kept."""
    spellings = [
        "https://git.example.org/acme/widget",
        "https://git.example.com/acme/widget",
        "https://git.example.org/other/widget",
        "https://git.example.org:8443/acme/widget",
        "ssh://git@git.example.org:2222/acme/widget",
        "https://[::1]:8443/acme/widget",
    ]
    assert len({normalise_origin(one, Path("/r/.git")) for one in spellings}) == len(spellings)


def test_a_clone_a_subfolder_a_worktree_and_a_link_are_one_project(tmp_path: Path) -> None:
    """All lead to the origin."""
    first = repository(tmp_path / "first")
    second = repository(tmp_path / "second", "git@git.example.org:acme/widget.git")
    (first / "src" / "deep").mkdir(parents=True)
    git(first, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "link").symlink_to(first / "src")
    folders = (first, second, first / "src" / "deep", tmp_path / "tree", tmp_path / "link")
    assert {key_of(folder) for folder in folders} == {"git:git.example.org/acme/widget"}


def test_without_an_origin_subfolders_worktrees_and_links_still_are_one(tmp_path: Path) -> None:
    """They share the repository's own folder."""
    first = repository(tmp_path / "first", None)
    (first / "src").mkdir()
    git(first, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "link").symlink_to(first)
    folders = (first, first / "src", tmp_path / "tree", tmp_path / "link" / "src")
    assert {key_of(folder) for folder in folders} == {f"repo:{first / '.git'}"}
    assert find_project(folder=tmp_path / "tree") == find_project(folder=first)


def test_a_submodule_is_a_project_of_its_own(tmp_path: Path) -> None:
    """It has its own origin."""
    inner = repository(tmp_path / "inner", None)
    outer = repository(tmp_path / "outer")
    git(outer, "submodule", "--quiet", "add", str(inner), "part")
    assert key_of(outer / "part") == f"git:{inner}"
    assert key_of(outer) == "git:git.example.org/acme/widget"


def test_an_origin_on_disk_is_named_by_its_real_path(tmp_path: Path) -> None:
    """A relative one is read from the clone, as git does."""
    upstream = repository(tmp_path / "up.git", None)
    for place, origin in (("a", "../up.git"), ("b", str(upstream)), ("c", f"file://{upstream}")):
        clone = repository(tmp_path / place, origin)
        assert key_of(clone) == f"git:{tmp_path / 'up'}"


def test_home_and_root_are_no_projects(user_home: Path) -> None:
    """Only global notes there."""
    assert find_project(folder=user_home) is None
    assert find_project(folder=Path("/")) is None


def test_a_home_under_version_control_is_still_no_project(user_home: Path) -> None:
    """Dotfiles in git do not make everything below one project."""
    git(user_home, "init", "-q")
    git(user_home, "remote", "add", "origin", "https://git.example.org/anna/dotfiles")
    (user_home / "work").mkdir()
    inner = repository(user_home / "code" / "widget")
    assert find_project(folder=user_home) is None
    assert key_of(user_home / "work") == f"dir:{user_home / 'work'}"
    assert key_of(inner) == "git:git.example.org/acme/widget"


def test_gits_own_variables_do_not_mislead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook of git runs with GIT_DIR set; the folder still decides."""
    other = repository(tmp_path / "other", "https://git.example.org/acme/other")
    here = repository(tmp_path / "here")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    assert key_of(here) == "git:git.example.org/acme/widget"


def test_the_project_is_the_same_without_git_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are read, git is not started: a hook's few milliseconds, and no other answer."""
    here = repository(tmp_path / "here")
    git(here, "worktree", "add", "-q", str(tmp_path / "tree"))
    before = find_project(folder=here), find_project(folder=tmp_path / "tree")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert (find_project(folder=here), find_project(folder=tmp_path / "tree")) == before


@pytest.mark.parametrize(
    "config",
    [
        '[remote "origin"]\n\turl = https://a.example/x\n',
        '[REMOTE "origin"] url=https://a.example/x ; where it is\n',
        '[remote "origin"]\n\turl = "https://a.example/x # y" # z\n',
        '[remote "origin"]\n\turl = https://a.example/\\\nx\n',
        '[remote "origin"]\n\turl = a:x\n[remote "other"]\n\turl = b:y\n',
        '[remote "origin"]\n\turl = a:x\n[remote "origin"]\n\turl = b:y\n',
        '[remote "Origin"]\n\turl = a:x\n',
        '[remote "origin"]\n\tpushurl = a:x\n\tURL = "b\\\\c"\n',
        '[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
        "[include]\n\tpath = more\n",
        "",
    ],
)
def test_an_origin_is_read_as_git_reads_it(tmp_path: Path, config: str) -> None:
    """Quotes, comments, case, repeats, continued lines and included files."""
    here = repository(tmp_path / "here", None)
    (here / ".git" / "more").write_text('[remote "origin"]\n\turl = https://i.example/z\n')
    core = "[core]\n\trepositoryformatversion = 0\n"
    (here / ".git" / "config").write_text(core + config)
    asked = subprocess.run(
        ["git", "-C", str(here), "config", "--get", "remote.origin.url"],
        capture_output=True,
        text=True,
    )
    assert origin_url(here / ".git") == (asked.stdout.rstrip("\n") or None)


def test_a_broken_repository_is_a_plain_folder(tmp_path: Path) -> None:
    """A `.git` that is no repository does not stop anybody."""
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / ".git").write_text("gitdir: /nowhere\n")
    assert key_of(tmp_path / "odd") == f"dir:{tmp_path / 'odd'}"


def test_a_name_or_a_folder_overrides_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by the variable; the argument wins; case and spaces do not matter in a name."""
    here = repository(tmp_path / "here")
    monkeypatch.setenv("MEMBOARD_PROJECT", "Side  Project")
    assert find_project(folder=here) == Project("Side Project", ("name:side project",))
    assert find_project("other", here) == Project("other", ("name:other",))
    assert find_project(str(here)) == find_project(str(here / "."))
    with pytest.raises(InvalidInput, match="no folder"):
        find_project("./missing")
    for unusable in ("", "  ", "x" * 81, "a\x1bb"):
        with pytest.raises(InvalidInput):
            find_project(unusable)


def test_nothing_is_written_into_the_repository(tmp_path: Path, open_here: OpenHere) -> None:
    """Looking and adding leave it as it was."""
    here = repository(tmp_path / "here")
    before = sorted(str(path) for path in here.rglob("*"))
    open_here(find_project(folder=here)).add("a fact")
    assert sorted(str(path) for path in here.rglob("*")) == before


def test_a_repository_that_gains_an_origin_keeps_its_notes(
    tmp_path: Path, open_here: OpenHere
) -> None:
    """And a clone of that origin sees them from then on."""
    here = repository(tmp_path / "here", None)
    open_here(find_project(folder=here)).add("from before")
    git(here, "remote", "add", "origin", ORIGIN)
    grown = open_here(find_project(folder=here))
    assert texts_of(grown) == ["from before"]
    grown.add("from after")
    clone = repository(tmp_path / "clone")
    seen = texts_of(open_here(find_project(folder=clone)))
    assert seen == ["from after", "from before"]


def test_a_folder_that_becomes_a_repository_keeps_its_notes(
    tmp_path: Path, open_here: OpenHere
) -> None:
    """`git init` is no new project."""
    here = tmp_path / "plain"
    here.mkdir()
    open_here(find_project(folder=here)).add("from before")
    git(here, "init", "-q")
    assert texts_of(open_here(find_project(folder=here))) == ["from before"]


def test_a_moved_clone_keeps_its_notes(tmp_path: Path, open_here: OpenHere) -> None:
    """The origin, not the path, is the identity."""
    here = repository(tmp_path / "here")
    open_here(find_project(folder=here)).add("a fact")
    moved = here.rename(tmp_path / "there")
    assert texts_of(open_here(find_project(folder=moved))) == ["a fact"]


def test_a_folder_that_later_holds_another_clone_is_another_project(
    tmp_path: Path, open_here: OpenHere
) -> None:
    """The old one's notes do not show up in it, and the old one keeps them elsewhere."""
    here = repository(tmp_path / "here")
    open_here(find_project(folder=here)).add("of the widget")
    here.rename(tmp_path / "old")
    other = repository(tmp_path / "here", "https://git.example.org/acme/other")
    memory = open_here(find_project(folder=other))
    assert texts_of(memory) == []
    memory.add("of the other")
    git(other, "remote", "remove", "origin")
    assert texts_of(open_here(find_project(folder=other))) == ["of the other"]
    old = open_here(find_project(folder=tmp_path / "old"))
    assert texts_of(old) == ["of the widget"]


def test_a_folder_whose_name_is_no_text_is_a_project_too(
    tmp_path: Path, open_here: OpenHere
) -> None:
    """Old archives leave such names behind."""
    here = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    here.mkdir()
    open_here(find_project(folder=here)).add("a fact")
    git(here, "init", "-q")
    assert texts_of(open_here(find_project(folder=here))) == ["a fact"]


def test_a_clone_of_a_local_repository_is_one_project_with_it(tmp_path: Path) -> None:
    """The origin of the one is the folder of the other."""
    git(tmp_path, "init", "-q", "first")
    git(tmp_path, "clone", "-q", "first", "second")
    first, second = (
        find_project(folder=tmp_path / "first"),
        find_project(folder=tmp_path / "second"),
    )
    assert first is not None
    assert second is not None
    assert first.keys[0] in second.keys
