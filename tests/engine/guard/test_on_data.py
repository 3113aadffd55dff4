"""The scan and the masking on the evaluation kit, where it is at hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from memboard.engine.guard.masking import mask_secrets
from memboard.engine.guard.scanning import scan


def _benchmark() -> ModuleType:
    """benchmarks/scan.py, which knows the kit and the targets."""
    path = Path(__file__).parents[3] / "benchmarks" / "scan.py"
    spec = importlib.util.spec_from_file_location("benchmarks_scan", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


BENCHMARK = _benchmark()
DEV = BENCHMARK.eval_dir() / "dev"

pytestmark = pytest.mark.skipif(not DEV.is_dir(), reason="the evaluation kit is not here")


@pytest.mark.parametrize("threat", sorted(BENCHMARK.WITHHELD))
def test_enough_of_each_class_of_attack_is_withheld(threat: str) -> None:
    """The targets of the kit, on rows whose class their source gives."""
    rows = [row for row in BENCHMARK.labelled_attacks(DEV) if row.class_ == threat]
    caught = sum(bool(scan(row.text)) for row in rows)
    assert caught / len(rows) >= BENCHMARK.WITHHELD[threat]


def test_hardly_any_everyday_text_is_stopped() -> None:
    """Commands, code, rules, prose of every script, emoji."""
    rows = [row for row in BENCHMARK.benign_texts(DEV) if row.tag in BENCHMARK.EVERYDAY]
    assert sum(bool(scan(row.text)) for row in rows) / len(rows) <= BENCHMARK.MOST_EVERYDAY


@pytest.mark.parametrize("tag", sorted(BENCHMARK.HARD))
def test_few_texts_that_look_like_attacks_are_stopped(tag: str) -> None:
    """Install docs, placeholder URLs, talk about injection."""
    rows = [row for row in BENCHMARK.benign_texts(DEV) if row.tag == tag]
    assert sum(bool(scan(row.text)) for row in rows) / len(rows) <= BENCHMARK.MOST_HARD


def test_real_developer_rules_are_neither_stopped_nor_masked() -> None:
    """The notes this tool is for."""
    rules = list(BENCHMARK.texts(DEV / "devnotes.jsonl"))
    assert [text for text in rules if scan(text)] == []
    assert [text for text in rules if mask_secrets(text).found] == []
