"""The OpenRPC document, made of the same types that check the requests."""

from __future__ import annotations

from typing import Any

import msgspec

from memboard import __version__
from memboard.rpc.errors import CODES
from memboard.rpc.methods import TABLE, Method

OPENRPC = "1.3.2"
REFERENCE = "#/components/schemas/{name}"
DESCRIPTION = (
    "JSON-RPC 2.0 on stdio, one UTF-8 JSON text a line. Parameters are given by name. "
    "The notification $/cancel {id} cancels a request; long ones tell $/progress {id, done, total}."
)


def describe_methods() -> dict[str, Any]:
    """Describe every method of the table, and the types and errors they share."""
    kinds = [kind for method in TABLE for kind in (method.params, method.result)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    described = [
        describe(method, components[method.params.__name__], result)
        for method, result in zip(TABLE, schemas[1::2], strict=True)
    ]
    return {
        "openrpc": OPENRPC,
        "info": {
            "title": "memboard",
            "version": __version__,
            "description": DESCRIPTION,
            "license": {"name": "Apache-2.0"},
        },
        "methods": described,
        "components": {"schemas": components, "errors": describe_errors()},
    }


def describe(method: Method[Any, Any], params: dict[str, Any], result: Any) -> dict[str, Any]:
    """Describe one method: each parameter by itself, and the result."""
    required = params.get("required", ())
    return {
        "name": method.name,
        "summary": method.summary,
        "paramStructure": "by-name",
        "params": [
            described_param(name, schema, required=name in required)
            for name, schema in params["properties"].items()
        ],
        "result": {"name": "result", "schema": result},
    }


def described_param(name: str, schema: dict[str, Any], *, required: bool) -> dict[str, Any]:
    """Describe one parameter; its description moves to where OpenRPC looks for it."""
    bare = {key: value for key, value in schema.items() if key != "description"}
    said = {"description": schema["description"]} if "description" in schema else {}
    return {"name": name, **said, "required": required, "schema": bare}


def describe_errors() -> dict[str, Any]:
    """Describe memboard's own errors by the word that `data.code` carries."""
    return {
        kind.code: {"code": number, "message": (kind.__doc__ or "").splitlines()[0]}
        for kind, number in CODES.items()
    }
