"""What `failures.*` take."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from memboard.rpc.params import Limit, Params

FailureKey: TypeAlias = Annotated[
    str, Meta(description="A lesson's key, or an unambiguous beginning of four characters or more.")
]


class ListFailures(Params, frozen=True):
    """`failures.list`."""

    limit: Limit = 50
    everywhere: Annotated[
        bool, Meta(description="Those of every project; else only of this one.")
    ] = False


class ForgetFailure(Params, frozen=True):
    """`failures.forget`."""

    key: FailureKey


class EditFailure(Params, frozen=True):
    """`failures.edit`."""

    key: FailureKey
    fix: Annotated[str, Meta(description="What works instead, 1 to 2,000 characters.")]
