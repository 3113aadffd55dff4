"""What hosts and models are told of the tool, and that it is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # the SDK's own

from memboard.engine import Memory
from memboard.mcp.asked import ASKED
from memboard.mcp.tool import INSTRUCTIONS, memory_tool

from .hosts import ERAS, connected

OpenStore = Callable[[str], Memory]
INPUT: dict[str, Any] = memory_tool().input_schema
OUTPUT: dict[str, Any] = memory_tool().output_schema or {}


def test_the_first_512_characters_of_the_instructions_stand_alone() -> None:
    """When to search, what to add, how to correct, whose origin to ask: before some hosts cut."""
    first, _, rest = INSTRUCTIONS.partition("\n\n")
    assert len(first) <= 512
    assert rest
    assert len(INSTRUCTIONS) <= 2_048
    for word in ("op search", "op add", "Forget it by its id", "op why"):
        assert word in first


def test_both_schemas_are_valid_and_refer_to_nothing() -> None:
    """Hosts differ in what they make of `$ref` and of alternatives at the root."""
    for schema in (INPUT, OUTPUT):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        assert not {"oneOf", "anyOf", "allOf", "$defs"} & schema.keys()
        assert "$ref" not in str(schema)


def test_every_argument_says_which_ops_take_it() -> None:
    """The discriminator is `op`; a description begins with the ops it belongs to."""
    properties = dict(INPUT["properties"])
    op = properties.pop("op")
    assert op["enum"] == list(ASKED)
    assert op["description"] == (
        "add needs text; search needs query; forget needs id; why needs id."
    )
    for name, field in properties.items():
        takers = {one for one, kind in ASKED.items() if name in kind.__struct_fields__}
        named = set(re.findall(r"\b(?:add|search|forget|why)\b(?=[^.]*: )", field["description"]))
        assert named == takers, name
        assert "type" in field, name


@pytest.mark.parametrize(
    ("arguments", "fits"),
    [
        ({"op": "add", "text": "x", "tags": ["y"], "importance": 0.7, "session": "s"}, True),
        ({"op": "search", "query": "x", "k": 20, "scope": "global"}, True),
        ({"op": "why", "id": "abc"}, True),
        ({"text": "x"}, False),
        ({"op": "delete"}, False),
        ({"op": "search", "query": "x", "k": 21}, False),
        ({"op": "add", "text": "x", "colour": "red"}, False),
    ],
)
def test_the_input_schema_tells_good_calls_from_bad(arguments: dict[str, Any], fits: bool) -> None:
    """As far as one flat object can."""
    assert Draft202012Validator(INPUT).is_valid(arguments) is fits


def test_the_annotations_say_what_a_host_may_do_unasked() -> None:
    """It writes, forgetting destroys, a repeat changes nothing, nothing leaves the machine."""
    annotations = memory_tool().annotations
    assert annotations
    assert annotations.model_dump() == {
        "title": "Project memory",
        "read_only_hint": False,
        "destructive_hint": True,
        "idempotent_hint": True,
        "open_world_hint": False,
    }


@pytest.mark.parametrize("era", ERAS)
async def test_a_client_sees_all_of_it(open_store: OpenStore, era: str) -> None:
    """Nothing is lost on the wire of either era."""
    async with connected(open_store, era) as tool:
        (listed,) = (await tool.client.list_tools()).tools
        assert listed.input_schema == INPUT
        assert listed.output_schema == OUTPUT
        assert (listed.name, listed.title) == ("memory", "Project memory")
        if era == "legacy":
            assert tool.client.instructions == INSTRUCTIONS


async def test_answers_hold_nothing_the_schema_does_not_name(open_store: OpenStore) -> None:
    """At any depth, with a note that has everything; the client checks types by itself."""
    closed = Draft202012Validator(sealed(OUTPUT))
    async with connected(open_store) as tool:
        everything = {"topic": "t", "tags": ["a"], "importance": 0.9, "session": "s"}
        calls: list[dict[str, Any]] = [
            {"op": "add", "text": "a lighthouse", **everything},
            {"op": "add", "text": "a lighthouse stands", **everything},
            {"op": "search", "query": "lighthouse"},
            {"op": "why", "id": ""},
            {"op": "forget", "id": ""},
            {"op": "why", "id": ""},
            {"op": "why", "id": "zzzz"},
        ]
        note_id = ""
        for arguments in calls:
            if arguments.get("id") == "":
                arguments = {**arguments, "id": note_id}
            answer = (await tool.call(**arguments)).structured_content
            closed.validate(answer)
            note_id = answer.get("note", {}).get("id", note_id)


def sealed(schema: Any) -> Any:
    """Forbid in a schema what it does not name, at any depth."""
    if isinstance(schema, list):
        return [sealed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: sealed(one) for name, one in schema.items()}
    return {**inner, "additionalProperties": False} if "properties" in schema else inner
