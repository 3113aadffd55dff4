"""Asks the processes of a home that have a model loaded, newest first.

On a hook's way: it loads `_socket` and not `socket`, whose enumerations cost 4 ms.
"""

from __future__ import annotations

import _socket
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from memboard.warm.places import ENDING, address, open_place, place_of, same_user, sockets_in

MAX_LINE = 1 << 20
"""Bytes of a request or an answer, one JSON object on a line."""
MOST = 8
"""Processes that are asked at most."""
CHUNK = 1 << 16
COUNTING_SECONDS = 0.5


def possible() -> bool:
    """Tell whether this system has sockets that lie in a folder."""
    return hasattr(_socket, "AF_UNIX") and hasattr(os, "geteuid")


def ask(home_folder: Path, request: dict[str, object], patience: float) -> dict[str, object] | None:
    """Ask for something; None where nobody answers it in time.

    Args:
        home_folder: the home whose processes are asked.
        request: `{"op": "turn" | "ping", …}`; docs/warm.md has the fields.
        patience: seconds for all of it.
    """
    for answer in answers(home_folder, request, patience):
        if "error" not in answer:
            return answer
    return None


def answers(
    home_folder: Path, request: dict[str, object], patience: float
) -> Iterator[dict[str, object]]:
    """Give what one process after the other answers, refusals too, until the time is over."""
    until = time.monotonic() + patience
    if not possible():
        return
    folder = place_of(home_folder)
    try:
        place = open_place(folder)
    except OSError:
        return  # nobody has served here yet
    try:
        names = sockets_in(place)[:MOST]
        for others, name in zip(range(len(names) - 1, -1, -1), names, strict=True):
            left = until - time.monotonic()
            # one that hangs leaves half of the time to those behind it
            share = left / 2 if others else left
            answer = ask_one(folder, place, name, request, share)
            if answer is not None:
                yield answer
    finally:
        os.close(place)


def warm_processes(home_folder: Path, patience: float = COUNTING_SECONDS) -> int:
    """Count the processes that answer a home's hooks now, their model loaded."""
    told = answers(home_folder, {"op": "ping"}, patience)
    return sum(isinstance(answer.get("model"), str) for answer in told)


def ask_one(
    folder: Path, place: int, name: str, request: dict[str, object], patience: float
) -> dict[str, object] | None:
    """Ask one process; None where it gives no whole answer in time."""
    until = time.monotonic() + patience
    line = json.dumps({**request, "until": until}).encode("ascii") + b"\n"
    if len(line) > MAX_LINE:
        return None
    with_process = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        with_process.settimeout(left_until(until))
        with_process.connect(address(folder, place, name))
        if not same_user(with_process):
            return None
        with_process.settimeout(left_until(until))
        with_process.sendall(line)
        return read_answer(with_process, until)
    except ConnectionRefusedError:
        drop_dead(place, name)
        return None
    except (OSError, ValueError, RecursionError):  # too late, hung up, or no JSON
        return None
    finally:
        with_process.close()


def left_until(until: float) -> float:
    """Give the seconds that are left.

    Raises:
        TimeoutError: none are.
    """
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def read_answer(with_process: _socket.socket, until: float) -> dict[str, object] | None:
    """Read one line; None where it ends early, is too long or holds no object.

    Raises:
        TimeoutError: it did not come in time.
        ValueError, RecursionError: it is no JSON.
    """
    heard = bytearray()
    while not heard.endswith(b"\n"):
        with_process.settimeout(left_until(until))
        part = with_process.recv(CHUNK)
        heard += part
        if not part or len(heard) > MAX_LINE:
            return None
    answer = json.loads(heard)
    return answer if isinstance(answer, dict) else None


def drop_dead(place: int, name: str) -> None:
    """Take away the socket of a process that is gone, for whoever asks next."""
    # on Linux a refusal tells that nobody listens; elsewhere also that too many wait
    if sys.platform == "linux" or not is_alive(name.removesuffix(ENDING)):
        try:
            os.unlink(name, dir_fd=place)
        except OSError:
            return  # somebody else did, or may not be hindered


def is_alive(pid: str) -> bool:
    """Tell whether there is a process of a number."""
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except OSError:
        return True
    return True
