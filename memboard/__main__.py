"""Where `memboard` and `python -m memboard` start, and where the process ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; without `argv` the process ends here."""
    if argv is None and "hook" in sys.argv[1:]:
        answer_hook()
    try:
        from memboard.cli import main as run

        code = run(argv)
    except KeyboardInterrupt:  # before or after the command itself, which reports its own
        code = 130
    if argv is None:
        end_process(code)
    return code


def answer_hook() -> None:
    """Answer a host's hook and end, before all that a command line needs; else come back."""
    from memboard.hooks.process import run_hook
    from memboard.hooks.words import hook_words

    asked = hook_words(sys.argv[1:])
    if asked is not None:
        host, options = asked
        run_hook(host, options.get("--home"), options.get("--project"))


def end_process(code: int) -> None:
    """End without taking the interpreter apart, a fifth of a short command's time.

    All is written and closed by now. Exit functions run as always. While another thread is
    alive nothing is cut short: the caller then ends in the ordinary way.
    """
    import atexit
    import contextlib
    import os
    import threading

    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
