"""Programs that agents run, by what they are for."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile

from memboard.engine.session.forms import program_name
from memboard.engine.session.shell import Step


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ASKING = _words(
    "grep egrep fgrep zgrep rg ag ack diff cmp test colordiff [ [[ pgrep pidof lsof which type"
    " expr fuser"
)
"""Their exit code 1 is an answer."""
ASKING_PARTS = {"git": _words("grep diff check-ignore merge-base rev-parse show-ref")}
LOOKING = ASKING | _words(
    "ls ll cat bat pwd head tail less more wc file stat tree find fd whereis echo printf env"
    " printenv whoami date hostname uname id ps top df du free ss netstat jobs history sed awk"
    " cut sort uniq tr jq yq nl strings xxd od hexdump realpath readlink basename dirname true :"
    " false sleep wait man help cd pushd popd set export exit return journalctl apt-cache"
    " md5sum sha256sum column tac rev fold"
)
"""They only tell something, or only prepare."""
LOOKING_PARTS = {
    "git": _words(
        "status log diff show blame rev-parse ls-files ls-tree ls-remote describe reflog shortlog"
        " grep show-ref cat-file merge-base check-ignore rev-list"
    ),
    "docker": _words("ps images logs inspect version info"),
    "kubectl": _words("get describe logs version"),
    "npm": _words("ls list view outdated"),
    "pip": _words("list show freeze"),
    "cargo": _words("tree metadata"),
    "go": _words("list env version"),
    "systemctl": _words("status is-active list-units"),
    "brew": _words("list info search"),
    "apt": _words("list search show"),
}
"""Parts of programs that only tell something."""
BARE_PARTS = {
    "git": _words("branch remote tag config"),
    "npm": _words("config"),
    "docker": _words("image volume network container"),
}
"""Parts that only tell something where nothing, or only a telling word, follows."""
BARE_WORDS = _words("list ls show get get-url inspect")
TELLING = frozenset({"--version", "-V", "--help", "-h", "-version", "version", "help"})
"""Arguments with which any program only tells something."""
TIDYING = _words(
    "mkdir touch rm rmdir cp mv ln chmod chown kill pkill killall git gh source . unset alias open"
    " xdg-open clear"
)
"""They go before and after the work."""
CHECKING = _words(
    "pytest py.test tox nox jest vitest mocha ava eslint tsc ruff flake8 pylint mypy pyright black"
    " prettier rubocop rspec golangci-lint phpunit bats shellcheck pre-commit ctest unittest"
    " playwright cypress biome stylelint vue-tsc"
)
"""They judge code: their failure is most often the code's."""
REFUSING = {
    **dict.fromkeys(("ruff", "mypy", "eslint", "prettier"), frozenset({2})),
    **dict.fromkeys(("pytest", "py.test"), frozenset({4})),
}
"""Exit codes with which checks say that they were called wrongly."""
TASK_RUNNERS = _words(
    "npm pnpm yarn bun make cargo go gradle gradlew mvn mvnw dotnet mix just task swift deno rake"
    " composer ninja cmake"
)
CHECKING_TASK = re.compile(
    r"(?:unit|e2e|integration)?[:_-]?(?:tests?|check|lint|build|type-?check|compile|verify|vet"
    r"|clippy|nextest|package|assemble|all)(?:[:_-][\w:-]*)?"
)
"""Tasks that judge code."""
INTERPRETERS = _words(
    "python node bun deno ruby perl php bash sh zsh psql mysql sqlite3 ssh osascript"
)
LINKING = _words("for done fi } esac case function select")
"""Words of a step that runs nothing itself."""
_RUNNERS = _words(
    "sudo doas time nice nohup command exec env npx bunx uvx builtin xargs ! then do else if while"
    " until {"
)
_RUNNING_PARTS = frozenset(
    {("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("pdm", "run"), ("hatch", "run")}
    | {("bundle", "exec"), ("pnpm", "exec"), ("npm", "exec"), ("python", "-m"), ("py", "-m")}
)
_SETTING = re.compile(r"[A-Za-z_]\w*=")
_VERSION = re.compile(r"(?<=[a-z])[\d.]+\Z")


@lru_cache(maxsize=256)
def core(words: tuple[str, ...]) -> tuple[str, ...]:
    """Give a step's words without what only runs it, such as `sudo`, `uv run` or `FOO=1`.

    A program's folder and version go too: `/usr/bin/python3.11` is `python`.
    """
    while len(words) > 1:
        name = plain_name(words[0])
        if name in _RUNNERS:
            words = _after_options(words[1:])
        elif _SETTING.match(words[0]):
            words = words[1:]
        elif len(words) > 2 and ((name, words[1]) in _RUNNING_PARTS or name == "timeout"):
            words = words[2:]
        else:
            break
    return (plain_name(words[0]), *words[1:])


def _after_options(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the options of what only runs something else."""
    options = takewhile(lambda word: word[0] == "-" or word.isdecimal(), words[:-1])
    return words[sum(1 for _ in options) :]


def plain_name(word: str) -> str:
    """Give a program's name without its folder and version."""
    return _VERSION.sub("", program_name(word))


def part_of(words: tuple[str, ...]) -> str | None:
    """Give the first word after a program that is no option: its part or task."""
    return next((word for word in words[1:] if not word.startswith("-")), None)


def judges_code(step: Step) -> bool:
    """Tell whether a step's failure is most often that of the code it tests, checks or builds."""
    words = core(step.words)
    if words[0] in CHECKING:
        return True
    if words[0] not in TASK_RUNNERS:
        return False
    tasks = [word for word in words[1:] if not word.startswith("-") and word != "run"][:1]
    return any(CHECKING_TASK.fullmatch(task) for task in tasks)
