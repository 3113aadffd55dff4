"""The tool's two schemas, made from the types that check calls and carry answers.

Both are flat. A root `oneOf` would say which fields belong together, but the Anthropic API
refuses one and Claude Code flattens it, so each field's description names its ops instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

Schema = dict[str, Any]


def input_schema(kinds: Mapping[str, type[msgspec.Struct]]) -> Schema:
    """Describe the arguments of all ops as one object, told apart by `op`."""
    needs = [
        f"{op} needs {' and '.join(name for name in required(kind))}" for op, kind in kinds.items()
    ]
    op = {"type": "string", "enum": list(kinds), "description": f"{'; '.join(needs)}."}
    properties = {"op": op, **merged(kinds, naming=True)}
    return {
        "type": "object",
        "properties": properties,
        "required": ["op"],
        "additionalProperties": False,
    }


def output_schema(kinds: Mapping[str, type[msgspec.Struct]]) -> Schema:
    """Describe the answers of all ops as one object."""
    return {"type": "object", "properties": merged(kinds, naming=False)}


def required(kind: type[msgspec.Struct]) -> list[str]:
    """Name the fields that cannot be left out."""
    return [field.name for field in msgspec.structs.fields(kind) if field.required]


def merged(kinds: Mapping[str, type[msgspec.Struct]], *, naming: bool) -> dict[str, Schema]:
    """Put the fields of several types side by side; a field of two types has both descriptions.

    Args:
        kinds: the types by op.
        naming: begin each description with the ops that take the field.
    """
    (*_,), components = msgspec.json.schema_components(kinds.values(), ref_template="{name}")
    said: dict[str, dict[str, list[str]]] = {}
    found: dict[str, Schema] = {}
    for op, kind in kinds.items():
        for name, raw in components[kind.__name__]["properties"].items():
            field = inlined(raw, components)
            said.setdefault(name, {}).setdefault(field.pop("description", ""), []).append(op)
            found.setdefault(name, field)
    return {name: described(field, said[name], naming=naming) for name, field in found.items()}


def described(field: Schema, texts: Mapping[str, list[str]], *, naming: bool) -> Schema:
    """Write what a field means, for each op that has it."""
    said = [f"{', '.join(ops)}: {text}" if naming else text for text, ops in texts.items() if text]
    return {**field, "description": " ".join(said)} if said else field


def inlined(part: Any, components: Mapping[str, Schema]) -> Any:
    """Put every type where it is referred to, and drop titles, defaults and null alternatives.

    A null counts as left out, which needs no saying; hosts differ in what they make of `$ref`.
    """
    if isinstance(part, list):
        return [inlined(one, components) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        rest = {name: value for name, value in part.items() if name != "$ref"}
        return inlined({**components[part["$ref"]], **rest}, components)
    kept = {name: inlined(value, components) for name, value in part.items() if name not in DROPPED}
    if "enum" in kept:
        kept = {"type": "string", **kept}  # some hosts want every value typed
    return without_null(kept)


def without_null(part: Schema) -> Schema:
    """Take the null alternative out of a union; a union of one is that one."""
    others = [one for one in part.get("anyOf", ()) if one != {"type": "null"}]
    if len(others) != 1:
        return part
    return {**others[0], **{name: value for name, value in part.items() if name != "anyOf"}}


DROPPED = frozenset({"title", "default"})
