"""Everything that `memboard doctor` looks at, room by room."""

from __future__ import annotations

from memboard.cli.call import Call
from memboard.cli.doctor.check import Check
from memboard.cli.doctor.hosts import check_hosts
from memboard.cli.doctor.place import check_config, check_home, check_project
from memboard.cli.doctor.shelf import check_models
from memboard.cli.doctor.stock import check_store
from memboard.cli.doctor.surroundings import check_terminal, check_versions

__all__ = ["Check", "examine"]


def examine(call: Call, *, repair: bool, deep: bool) -> list[Check]:
    """Look at everything; trouble in one place does not keep the others from being looked at."""
    home = call.find_home()
    return [
        *check_home(home),
        *check_config(home),
        *check_project(call),
        *check_store(call, home, repair=repair),
        *check_models(home, deep=deep),
        *check_hosts(home),
        *check_terminal(),
        *check_versions(),
    ]
