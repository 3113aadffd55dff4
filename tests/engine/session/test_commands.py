"""Which calls are commands, and when two commands are one."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memboard.engine.session.commands import changes_files, command_key, sha256_of, shell_command
from memboard.engine.session.forms import normal_form
from memboard.engine.session.purpose import (
    edits_files,
    hides_failure,
    is_check,
    is_look_around,
    is_tidying,
    teaches_nothing,
)

PARTS = [
    *("cd", "a", "git", "push", "head", "tail", "-20", "cat", "-", "sleep", "kill", "5", "é"),
    *("&&", "||", "|", "|&", ";", ";;", "&", "\n", " ", "  ", "\t", "\\\n", "\u2028", "\0"),
    *("'", '"', "`", "\\", "(", ")", "$(", "<(", "{", "}", "!", "#", "# x", "•"),
    *("<<EOF", "<<'EOF'", "<<-EOF", "EOF", "\nEOF\n", "<<<", ">", "<"),
    *("2>&1", ">/dev/null", "2>", "/dev/null", "&>", "/tmp/x", "tmpab12cd3e", "tmp.Ab12Cd34"),  # noqa: S108 - words, not folders
    *("12345678901", "1a2b3c4", "2026-12-01"),
]
SHELLISH = st.lists(st.sampled_from(PARTS), max_size=16).map("".join)


@pytest.mark.parametrize(
    ("tool", "given", "command"),
    [
        ("Bash", {"command": "git push", "description": "Push"}, "git push"),
        ("Bash", {"cmd": "git push"}, "git push"),
        ("exec_command", {"cmd": "cargo test", "workdir": "/x"}, "cargo test"),
        ("shell", {"command": ["bash", "-lc", "tools/lint.sh"]}, "tools/lint.sh"),
        ("shell", {"command": ["/bin/zsh", "-c", "ls"]}, "ls"),
        ("shell", {"command": ["git", "commit", "-m", "two words"]}, "git commit -m 'two words'"),
        ("run_shell_command", {"command": "npm test"}, "npm test"),
        ("run_in_terminal", {"command": "npm test"}, "npm test"),
        ("bash", {"command": "npm test", "timeout": 3}, "npm test"),
        ("bash", "npm test", "npm test"),
        ("PowerShell", {"command": "Get-Item x"}, "Get-Item x"),
    ],
)
def test_a_shell_tool_s_command_is_read_whatever_the_host(
    tool: str, given: object, command: str
) -> None:
    """Each host has its own names for the tool and its field."""
    assert shell_command(tool, given) == command


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Read", {"file_path": "x"}),
        ("mcp__memory", {"command": "git push"}),
        ("write_stdin", {"session_id": 1, "chars": "y"}),
        ("Bash", None),
        ("Bash", {}),
        ("Bash", {"command": None}),
        ("Bash", {"command": 7}),
        ("Bash", {"command": ""}),
        ("Bash", {"command": " \n"}),
        ("Bash", {"command": []}),
        ("Bash", {"command": ["git", 7]}),
        ("Bash", {"command": ["bash", "-lc", " "]}),
        ("", "git push"),
    ],
)
def test_what_is_no_shell_command_is_none(tool: str, given: object) -> None:
    """Other tools, wrong types, nothing at all."""
    assert shell_command(tool, given) is None


def test_tools_that_change_files_are_known_by_their_names() -> None:
    """A command run again after one of them is work."""
    for tool in ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch", "write_file"):
        assert changes_files(tool), tool
    for tool in ("create_file", "replace", "edit_file", "edit", "insert_edit_into_file"):
        assert changes_files(tool), tool
    for tool in ("Read", "Bash", "Grep", "TodoWrite", "WebFetch", ""):
        assert not changes_files(tool), tool


SAME = [
    ("git push", "  git   push \n"),
    ("git push", "git push 2>&1"),
    ("git push", "cd /home/ada/code/tidepool && git push"),
    ("git push", "cd ..; cd 'a b' && git push"),
    ("git push", "cd /x\ngit push"),
    ("git push", "git push 2>&1 | tail -20"),
    ("git push", "git push |& head -n 5"),
    ("git push", "git push | head -50 | cat"),
    ("git push", "git push > /dev/null 2>&1"),
    ("git push", "git push &>/dev/null"),
    ("git push", "# push it\ngit push  # now"),
    ("git push -u origin main", "git push \\\n  -u origin main"),
    ("git add -A && git commit", "git add -A &&\n  git commit"),
    ("make a\nmake b", "make a; make b"),
    ("make 2>&1 | tail -5 && make install", "make && make install"),
    ("python - <<'EOF'\nprint(1)\nEOF", "python - <<EOF\nprint(2)\nx\nEOF"),
    ("cat > a <<-X\n\tone\n\tX\nmake", "cat > a <<X\ntwo\nX\nmake"),
    (
        'git commit -m "$(cat <<\'EOF\'\nFix "it" (now)\nEOF\n)"',
        "git commit -m \"$(cat <<'EOF'\nQuite another; && message\nEOF\n)\"",
    ),
    ("kill 12345", "kill 777"),
    ("kill -9 12345", "kill -9 777"),
    ("curl localhost:8080", "sleep 30 && curl localhost:8080"),
    ("make && sleep 5 && make check", "make && sleep 30 && make check"),
    ("cat /proc/4711/maps", "cat /proc/12/maps"),
    ("python /tmp/tmpab12cd3e/run.py", "python /tmp/tmpzz99yy88/run.py"),
    ("tar xf /tmp/tmp.Xk2mQ8rTzP/a.tar", "tar xf /tmp/tmp.bB3cC4dD5e/a.tar"),
    ("ls /var/folders/zz/a1b2/T/x", "ls /var/folders/zz/a7b9/T/x"),
    ("sh /tmp/build-8231/go.sh", "sh /tmp/build-99/go.sh"),
    ("git revert 1a2b3c4", "git revert 9f8e7d6c5b4a"),
    (
        "docker rm 0b1c2d3e-1111-2222-3333-444455556666",
        "docker rm aaaaaaaa-1111-2222-3333-44445555bbbb",
    ),
    ("report --since 2026-11-30", "report --since 2026-12-01"),
    ("replay --from 1764551465", "replay --from 1764637865"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_command_is_one_however_it_is_written(one: str, other: str) -> None:
    """What differs by habit or by chance does not count."""
    assert normal_form(one) == normal_form(other)
    assert command_key(one) == command_key(other)


DIFFERENT = [
    ("curl localhost:8080", "curl localhost:8081"),
    ("exit 1", "exit 2"),
    ("head -5 a.txt", "head -6 a.txt"),
    ("kill -9 777", "kill -15 777"),
    ("FOO=1 make", "make"),
    ("FOO=1 make", "FOO=2 make"),
    ("timeout 5 make", "timeout 50 make"),
    ("pip install a==1.0", "pip install a==1.1"),
    ("python3.11 x.py", "python3.12 x.py"),
    ("git push || true", "git push"),
    ("git push && git pull", "git push ; git pull"),
    ("a | b", "a || b"),
    ("make | tee log", "make"),
    ("echo x | sudo tee f", "echo x"),
    ("make > out.log", "make"),
    ("grep 'a  b' f", "grep 'a b' f"),
    ("git commit -m '# no comment'", "git commit -m"),
    ("git push origin a#b", "git push origin a"),
    ("cd /x", "cd /y"),
    ("cd a || git push", "git push"),
    ("python /tmp/a.py", "python /tmp/b.py"),
    ("head -5 /data/tmpab12cd3e", "head -5 /data/tmpzz99yy88"),
    ("make -j4", "make -j8"),
    ("git checkout deadbeef", "git checkout facade"),
    ("python -c 'print(1)'", "python -c 'print(2)'"),
    ("make &", "make"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_means_something_else_stays_apart(one: str, other: str) -> None:
    """Ports, exit codes, versions, counts, settings of the environment."""
    assert command_key(one) != command_key(other)


def test_a_key_is_a_sha256() -> None:
    """Of the form, as 64 hex digits: it does not change from one version to the next."""
    wanted = "c32f2b1a66f8a79deadb74f533f3075c60a629df343b89e8c4477d40fa960ba8"
    assert command_key("  git   push 2>&1") == wanted
    assert len(command_key("")) == 64


@given(st.binary())
def test_the_hash_is_hashlib_s(data: bytes) -> None:
    """Whichever module of the interpreter has it."""
    assert sha256_of(data) == hashlib.sha256(data).hexdigest()


def test_a_hash_loads_no_openssl() -> None:
    """It takes longer than all the rest of a command's key."""
    probe = (
        "import sys\n"
        "from memboard.engine.session.commands import command_key\n"
        "command_key('make')\n"
        "print('_hashlib' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@given(SHELLISH | st.text())
def test_the_form_of_a_form_is_itself(command: str) -> None:
    """Any text has one; nothing is refused."""
    form = normal_form(command)
    assert normal_form(form) == form
    assert command_key(form) == command_key(command)


@given(SHELLISH | st.text())
def test_every_judgement_takes_any_text(command: str) -> None:
    """A command is data, whatever is in it."""
    for judge in (is_look_around, is_tidying, is_check, edits_files, hides_failure):
        assert judge(command) in (True, False)
    assert teaches_nothing(command, 1) in (True, False)


LONG = ["<<A\n", '"', "'", "\\", "(", "$(", "a-", "0-", "/tmp/a", "tmp.", "1a", "a.", "2>&1 ", "`"]  # noqa: S108 - words, not folders
LONG += ["| tail ", "&& ", "x=", "# ", "<<A\nA\n", "0123456789abcdef", "aA1-", "cd a && "]


@pytest.mark.parametrize("piece", LONG)
def test_the_time_grows_with_the_length_and_no_faster(piece: str) -> None:
    """Counted in steps of the interpreter, not in seconds: twice the text, about twice the work."""
    small, large = (work_of(piece * (count // len(piece))) for count in (4_000, 16_000))
    assert large < 6 * small + 4_000


def work_of(command: str) -> int:
    """Count the lines and calls that are run for a command's key."""
    count = 0

    def tick(*_: object) -> object:
        nonlocal count
        count += 1
        return tick

    before = sys.gettrace()
    sys.settrace(tick)  # type: ignore[arg-type]
    try:
        command_key(command)
    finally:
        sys.settrace(before)
    return count


def test_a_command_beyond_all_measure_has_a_key_of_all_of_it() -> None:
    """It is not cut: two that differ at their end are two."""
    assert command_key("x " * 50_000 + "a") != command_key("x " * 50_000 + "b")
    assert command_key("x " * 50_000) == command_key("x  " * 50_000)


@pytest.mark.parametrize(
    "command",
    [
        *("ls -la", "cat a.txt", "pwd", "git status", "git log --oneline | head", "git diff main"),
        *("ls tools && cat tools/README.md", "grep -n migrate -A3 Makefile", "rg foo src | wc -l"),
        *(
            "sed -n '1,40p' a.py",
            "find . -name '*.py'",
            "echo done",
            "which python",
            "uv --version",
        ),
        *("docker ps -a", "kubectl get pods", "pip list", "npm ls", "cd /x && ls", "sleep 5"),
        *("sudo ls /root", "LANG=C ls", "for f in *; do cat $f; done", "tail -f log 2>&1"),
        *("git branch -a", "git remote -v", "git remote get-url origin"),
    ],
)
def test_a_look_around_is_known(command: str) -> None:
    """It is no fix of anything, and its own failure teaches nothing."""
    assert is_look_around(command)
    assert teaches_nothing(command, 1)
    assert teaches_nothing(command, 2)


@pytest.mark.parametrize(
    "command",
    [
        *("make", "git push", "npm test", "pip install x", "python a.py", "ls && make"),
        *("cat > a.txt <<EOF\nx\nEOF", "echo x > a.txt", "sed -i s/a/b/ f", "git commit -m x"),
        *("git branch -d x", "git tag v1", "git remote add o x", "git stash", "npm config set a b"),
        *("docker run x", "uv run pytest", "./version", "echo $(make)x | sh"),
    ],
)
def test_what_does_something_is_no_look_around(command: str) -> None:
    """One working step is enough."""
    assert not is_look_around(command)


@pytest.mark.parametrize(
    "command",
    [
        *("grep -q x f", "rg x", "diff a b", "test -f x", "[ -f x ]", "[[ -f x ]]", "cmp a b"),
        *("make && grep -q x log", "grep -q x log && make", "make | grep error", "sudo grep x f"),
        *(
            "make; grep x log",
            "cd /x && rg foo | grep bar",
            "git diff --quiet",
            "make && test -f y",
        ),
        *("git grep foo", "! grep x f", "LC_ALL=C grep x f", "uv run x && rg foo 2>&1"),
    ],
)
def test_exit_code_1_of_what_only_asks_is_an_answer(command: str) -> None:
    """Also at the end of a pipe, and anywhere in a chain, where the code may be its own."""
    assert teaches_nothing(command, 1)


@pytest.mark.parametrize(
    ("command", "exit_code"),
    [
        ("make", 1),
        ("make | grep error", 2),
        ("grep x log; make", 1),
        ("grep x log | xargs rm", 1),
        ("git push", 128),
        ("pytest -q", 1),
        ("alembic upgrade head", 1),
        ("python x.py", None),
        ("npx foo", 127),
        ("make", 137),
    ],
)
def test_a_real_failure_teaches(command: str, exit_code: int | None) -> None:
    """The code is not the answer of something that asks."""
    assert not teaches_nothing(command, exit_code)


@pytest.mark.parametrize(
    ("command", "exit_code"),
    [
        ("make serve", 130),
        ("make serve", 143),
        ("ruff check src", 143),
        ("make", 0),
        ("make | grep x", None),
        ("python - <<'EOF'\nraise SystemExit(1)\nEOF", 1),
    ],
)
def test_what_was_called_off_or_brought_its_own_script_teaches_nothing(
    command: str, exit_code: int | None
) -> None:
    """The words of the command are not what failed."""
    assert teaches_nothing(command, exit_code)


def test_a_script_s_missing_interpreter_does_teach() -> None:
    """Then it is the command."""
    assert not teaches_nothing("python - <<'EOF'\nprint(1)\nEOF", 127)


@pytest.mark.parametrize(
    "command",
    [
        *("npm test | tail -5", "npm test 2>&1 | grep -v x", "npm test || true", "make; echo $?"),
        *("make serve &", "npm test | tee log", "make || echo failed", ""),
    ],
)
def test_a_success_may_hide_a_failure(command: str) -> None:
    """A pipe ends as its last program does; what follows `;` or `||` has the last word."""
    assert hides_failure(command)


@pytest.mark.parametrize(
    "command",
    [
        *("npm test", "npm test && echo done", "cat x | make -f -", "echo y | sudo tee f"),
        *("set -o pipefail; npm test | tail -5", "npm test 2>&1", "ls | wc -l", "make; make b"),
    ],
)
def test_a_success_that_shows_itself_counts(command: str) -> None:
    """The last working step has the last word."""
    assert not hides_failure(command)


def test_the_hot_path_is_light() -> None:
    """A hook imports this at every tool call."""
    program = (
        "import sys, memboard.engine.session.commands, memboard.engine.session.lessons;"
        "print(*sorted(set(sys.modules) & set(sys.argv[1].split())))"
    )
    heavy = "msgspec numpy click pydantic filelock rapidfuzz shlex memboard.engine.guard.masking"
    done = subprocess.run(
        [sys.executable, "-c", program, heavy], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
