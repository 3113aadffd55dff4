"""config.toml: read, checked, changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memboard.engine import Settings, read_settings
from memboard.engine.errors import InvalidSettings
from memboard.engine.settings import CheapQuerySettings, write_setting


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Where the file would be."""
    return tmp_path / "config.toml"


def test_no_file_means_the_defaults(config: Path) -> None:
    """Nothing has to be configured."""
    assert read_settings(config) == Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[memory]\nembeder = "x"\n', ['"memory.embeder"', '"memory.embedder"']),
        ('[memry]\nembedder = "x"\n', ['"memry"', '"memory"']),
        ('[project."a b".memory]\nembeddr = "x"\n', ["embeddr", '"project."a b".memory.embedder"']),
        ("[zzz]\n", ['"zzz"', '"board"', '"memory"', '"project"']),
        ("[memory]\nembedder = 3\n", ["memory.embedder", "str"]),
        ('[board]\ntheme = "pink"\n', ["board.theme", "pink"]),
        ("[memory.weights]\nvectr = 1.0\n", ['"memory.weights.vectr"', '"memory.weights.vector"']),
        ("[memory.weights]\nhalf_life_days = 0\n", ["memory.weights.half_life_days", "> 0"]),
        ("[memory.weights]\nvector = nan\n", ["memory.weights.vector"]),
        ("[memory.weights]\nvector = inf\n", ["memory.weights.vector"]),
        ("[memory.weights]\nimportance = -1\n", ["memory.weights.importance", ">= 0"]),
        ("[memory.weights]\noldest = 1.5\n", ["memory.weights.oldest", "<= 1"]),
        ('[memory]\naggressiveness = "extreme"\n', ["memory.aggressiveness", "extreme"]),
        ('[project.x]\nmemory = "high"\n', ["memory"]),
        ("memory = 3\n", ["memory"]),
        ("project = 3\n", ["project"]),
        ("[memory\n", ["config.toml"]),
        ('[memory]\nauto_capture = "on"\n', ["memory.auto_capture", "bool"]),
        ("[memory.cheap_query]\nurll = 'x'\n", ['"memory.cheap_query.urll"', '.url"']),
        ('[memory.cheap_query]\ncommand = "claude -p"\n', ["memory.cheap_query.command", "array"]),
        ('[memory.cheap_query]\ncommand = ["claude", 1]\n', ["memory.cheap_query.command"]),
        ('[memory.cheap_query]\ncommand = [""]\n', ["cheap_query", '"command"', "PATH"]),
        ('[memory.cheap_query]\ncommand = ["~/bin/ask"]\n', ['"command"', "whole path"]),
        ('[memory.cheap_query]\ncommand = ["./ask", "x"]\n', ['"command"', "whole path"]),
        ("[memory.cheap_query]\ntimeout = 121\n", ["memory.cheap_query.timeout", "<= 120"]),
        ("[memory.cheap_query]\ntimeout = 0\n", ["memory.cheap_query.timeout", "> 0"]),
        ("[memory.cheap_query]\ndaily_cap = -1\n", ["memory.cheap_query.daily_cap", ">= 0"]),
        (
            '[memory.cheap_query]\ncommand = ["a"]\nurl = "https://b/v1"\nmodel = "c"\n',
            ["memory.cheap_query", '"command"', '"url"'],
        ),
        ('[memory.cheap_query]\nurl = "https://b/v1"\n', ["memory.cheap_query", '"model"']),
        (
            "[project.x.memory.cheap_query]\ncommand = ['a']\nurl = 'https://b/v1'\nmodel = 'c'\n",
            ["cheap_query", '"command"', '"url"'],
        ),
        ("\udcff", ["config.toml"]),
    ],
)
def test_a_wrong_key_or_value_is_named(config: Path, text: str, said: list[str]) -> None:
    """With the nearest known key, or all of them, and never as a bare traceback."""
    config.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InvalidSettings) as raised:
        read_settings(config)
    for part in (str(config), *said):
        assert part in str(raised.value)


def test_a_config_that_is_a_folder_is_said_to_be_one(config: Path) -> None:
    """Not a traceback."""
    config.mkdir()
    with pytest.raises(InvalidSettings, match=r"config\.toml"):
        read_settings(config)


def test_a_projects_own_setting_wins_and_the_environment_wins_over_both(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The more particular one counts."""
    config.write_text('[memory]\nembedder = "a"\n[project."side one".memory]\nembedder = "b"\n')
    settings = read_settings(config)
    assert settings.embedder_for("side one") == "b"
    assert settings.embedder_for("else") == settings.embedder_for(None) == "a"
    monkeypatch.setenv("MEMBOARD_EMBEDDER", "c")
    assert settings.embedder_for("side one") == "c"


ADDRESSES = {
    "http://127.0.0.1:11434/v1": None,
    "http://localhost:11434/v1": None,
    "http://[::1]:11434/v1/": None,
    "https://models.example.com/v1": None,
    "models.example.com/v1": "no address",
    "ftp://models.example.com/v1": "no address",
    "https://": "no address",
    "https://x:99999/v1": "no address",
    "https://[x/v1": "no address",
    "https://me:secret@models.example.com/v1": "a user",
    "https://models.example.com/v1?key=secret": 'a "?"',
    "https://models.example.com/v 1": "characters",
    "https://models.example.com/v1\n": "characters",
    "http://models.example.com/v1": "unencrypted",
    "http://192.168.1.5:11434/v1": "unencrypted",
    "http://127.0.0.1.example.com/v1": "unencrypted",
}


@pytest.mark.parametrize(("url", "said"), ADDRESSES.items())
def test_an_address_is_one_that_questions_may_be_sent_to(
    config: Path, url: str, said: str | None
) -> None:
    """Encrypted, or on this machine; without a secret in it."""
    config.write_text(f'[memory.cheap_query]\nurl = {json.dumps(url)}\nmodel = "m"\n')
    if said is None:
        assert read_settings(config).memory.cheap_query.url == url
        return
    with pytest.raises(InvalidSettings) as raised:
        read_settings(config)
    assert said in str(raised.value)
    assert "secret" not in str(raised.value)


def test_a_key_in_place_of_its_variable_is_refused_without_being_named(config: Path) -> None:
    """It would end up in a log."""
    config.write_text('[memory.cheap_query]\nkey_env = "sk-live-0123456789"\n')
    with pytest.raises(InvalidSettings, match="name of an environment variable") as raised:
        read_settings(config)
    assert "0123456789" not in str(raised.value)


def test_a_project_may_ask_somebody_else(config: Path) -> None:
    """Then nothing is left of who is asked in general; its limits are inherited."""
    config.write_text(
        '[memory.cheap_query]\nurl = "https://a/v1"\nmodel = "m"\nkey_env = "K"\ndaily_cap = 7\n'
        '[project.x.memory.cheap_query]\ncommand = ["b", "-c"]\n'
        "[project.y.memory.cheap_query]\ncommand = []\n"
        '[project.z.memory.cheap_query]\nmodel = "n"\n'
        "[project.w.memory]\nmmr = true\n"
    )
    settings = read_settings(config)
    asked = {name: settings.memory_for(name).cheap_query for name in "xyzw"}
    assert asked["x"] == CheapQuerySettings(command=("b", "-c"), daily_cap=7)
    assert asked["y"] == CheapQuerySettings(daily_cap=7)
    assert (asked["z"].url, asked["z"].model, asked["z"].key_env) == ("https://a/v1", "n", "K")
    assert asked["w"] == settings.memory.cheap_query
    assert [one.provider for one in asked.values()] == ["command", "none", "url", "url"]


def test_writing_a_setting_keeps_comments_and_everything_else(config: Path) -> None:
    """Only the one value changes; the file stays private."""
    config.write_text('# mine\n[board]\ntheme = "light" # bright\n\n[memory]\nembedder = "a"\n')
    write_setting(config, "memory", "embedder", "b")
    write_setting(config, "board", "glyphs", "ascii")
    text = config.read_text()
    assert "# mine" in text
    assert "# bright" in text
    assert read_settings(config).memory.embedder == "b"
    assert read_settings(config).board.glyphs == "ascii"
    assert [path.name for path in config.parent.iterdir()] == ["config.toml"]


def test_writing_a_setting_makes_the_file(tmp_path: Path) -> None:
    """And the folders above it."""
    write_setting(tmp_path / "a" / "config.toml", "board", "theme", "light")
    assert read_settings(tmp_path / "a" / "config.toml").board.theme == "light"
    assert (tmp_path / "a" / "config.toml").stat().st_mode & 0o777 == 0o600


def test_a_config_linked_from_dotfiles_stays_a_link(tmp_path: Path, config: Path) -> None:
    """What it points to is changed."""
    (tmp_path / "dotfiles.toml").write_text("# mine\n")
    config.symlink_to(tmp_path / "dotfiles.toml")
    write_setting(config, "board", "theme", "light")
    assert config.is_symlink()
    assert "# mine" in (tmp_path / "dotfiles.toml").read_text()
    assert read_settings(config).board.theme == "light"


@pytest.mark.parametrize("text", ["[memory\n", "memory = 3\n"])
def test_a_config_that_cannot_be_changed_is_left_as_it_is(config: Path, text: str) -> None:
    """The error names it."""
    config.write_text(text)
    with pytest.raises(InvalidSettings, match=r"config\.toml"):
        write_setting(config, "memory", "embedder", "b")
    assert config.read_text() == text
    assert [path.name for path in config.parent.iterdir()] == ["config.toml"]
