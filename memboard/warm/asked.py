"""What a warm process is asked: one line, untrusted."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from memboard.engine.errors import InvalidInput
from memboard.engine.project import PROJECT_VARIABLE, Project, folder_project, named_project

LONGEST_PATH = 4_096
UNREADABLE = (ValueError, RecursionError)
"""What `json` raises for bytes that are no JSON, or are nested beyond reason."""


class Asked(NamedTuple):
    """A request's fields, each given only if it is what it should be."""

    fields: dict[str, object]

    def text(self, name: str) -> str:
        """Give a text.

        Raises:
            InvalidInput: there is none.
        """
        value = self.fields.get(name)
        if not isinstance(value, str):
            raise InvalidInput(f"A request has a text {name!r}.")
        return value

    def number(self, name: str) -> float | None:
        """Give a number, or None where there is none."""
        value = self.fields.get(name)
        return value if isinstance(value, int | float) and not isinstance(value, bool) else None

    def budget(self) -> int | None:
        """Give the characters that a block may have.

        Raises:
            InvalidInput: it is no whole number.
        """
        value = self.fields.get("budget")
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise InvalidInput("A budget is a number of characters.")

    def project(self) -> Project | None:
        """Tell which project the asking process works for; this one's surroundings do not count.

        Raises:
            InvalidInput: the folder is no absolute path, or the name is none of a project.
        """
        folder = self.text("folder")
        if not os.path.isabs(folder) or "\0" in folder or len(folder) > LONGEST_PATH:
            raise InvalidInput("A folder is an absolute path.")
        named = self.fields.get("project")
        if isinstance(named, str) and named:
            return named_project(os.path.join(folder, named) if named.startswith(".") else named)
        project = folder_project(Path(os.path.realpath(folder)))
        if project is None and os.environ.get(PROJECT_VARIABLE):
            raise InvalidInput(f"{PROJECT_VARIABLE} of this process names another project.")
        return project


def read_asked(line: bytes) -> Asked:
    """Read a request.

    Raises:
        InvalidInput: it is no JSON object.
    """
    try:
        fields = json.loads(line.decode("utf-8"))
    except UNREADABLE as error:
        raise InvalidInput("A request is one JSON object on a line.") from error
    if not isinstance(fields, dict):
        raise InvalidInput("A request is a JSON object.")
    return Asked(fields)


def written(answer: dict[str, object]) -> bytes:
    """Write an answer as a line."""
    return json.dumps(answer).encode("ascii") + b"\n"
