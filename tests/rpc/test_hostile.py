"""Hostile lines, drawn by hypothesis: nothing crashes, and no good request is lost among them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memboard.rpc.methods import METHODS

from .client import Served, request
from .conftest import opener

SAMPLE = msgspec.json.encode(request(0, "memory.search", {"query": "x", "k": 3}))

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
near_requests = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", 2.0]),
        "id": json_values,
        "method": st.sampled_from([*METHODS, "host/cheap_query", "$/cancel", ""]),
        "params": json_values,
        "result": json_values,
        "error": json_values,
    },
)


@st.composite
def broken_requests(draw: Callable[[st.SearchStrategy[Any]], Any]) -> bytes:
    """A good request with some bytes replaced."""
    text = bytearray(SAMPLE)
    for at in draw(st.lists(st.integers(0, len(text) - 1), min_size=1, max_size=4)):
        text[at] = draw(st.integers(0, 255))
    return bytes(text)


def writable(value: Any) -> bytes:
    """Write a value as JSON the way a careless client does: lone surrogates and all."""
    import json

    return json.dumps(value).encode()


hostile_lines = st.one_of(
    st.binary(max_size=80),
    json_values.map(writable),
    near_requests.map(writable),
    st.lists(near_requests, max_size=3).map(writable),
    broken_requests(),
    st.integers(1, 60_000).map(lambda depth: b"[" * depth),
    st.integers(1, 60_000).map(lambda depth: b'{"params":' + b"[" * depth + b"]" * depth + b"}"),
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server that goes through all of it."""
    home: Path = tmp_path_factory.mktemp("hostile") / "home"
    server = Served(opener(home, "rpc-hostile"))
    yield server
    server.end()


EXAMPLES = int(os.environ.get("MEMBOARD_FUZZ", "150"))
LEAST = 4 if EXAMPLES > 150 else 0
"""Rounds of hostile lines, and lines of each; `make fuzz` sends over 10,000."""


@settings(max_examples=EXAMPLES, deadline=None)
@given(lines=st.lists(hostile_lines, min_size=LEAST, max_size=6))
def test_no_good_request_is_lost_among_hostile_lines(shared: Served, lines: list[bytes]) -> None:
    """Each good request between the bad lines is answered, and every frame that comes is JSON."""
    good: list[str] = []
    for line in [*lines, b""]:
        good.append(f"good-{id(line)}-{len(good)}")
        shared.send_raw(line + b"\n" + msgspec.json.encode(request(good[-1], "memory.recent")))
        shared.send_raw(b"\n")
    for wanted in good:
        assert "notes" in shared.answer(wanted)["result"]
    for message in shared.heard:
        for answer in message if isinstance(message, list) else [message]:
            assert answer["jsonrpc"] == "2.0"
    shared.heard.clear()
    assert not [line for line in shared.log if "Traceback" in line]
