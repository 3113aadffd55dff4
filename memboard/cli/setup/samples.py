"""Payloads as the hosts send them, of an invented project, to try the hooks with."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def samples_of(host: str) -> list[dict[str, Any]]:
    """Give one payload or more for each event that a host tells memboard of.

    Their folder is left empty. Those that start a process of their own come last.
    """
    text = files("memboard.cli.setup").joinpath("samples", f"{host}.json").read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text)
    return found
