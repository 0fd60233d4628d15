"""Hand-made rows and shards, and the whole corpus stage over them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..made.corpus_stage import Stage, run_bulk, run_corpus
from ..made.shards import encode, make_row, write_shards


@pytest.fixture(name="make_row")
def _make_row() -> Callable[..., dict[str, Any]]:
    return make_row


@pytest.fixture(name="encode")
def _encode() -> Callable[[Any], bytes]:
    return encode


@pytest.fixture(name="run_corpus")
def _run_corpus() -> Callable[..., Stage]:
    return run_corpus


@pytest.fixture
def run_stage(tmp_path: Path) -> Callable[..., Stage]:
    """Run the corpus stage over shards given as {name: lines, or the file's bytes}."""

    def run(shards: dict[str, Any], **settings: Any) -> Stage:
        paths = write_shards(tmp_path / "shards", shards)
        return run_corpus(paths, tmp_path / "out", **settings)

    return run


@pytest.fixture
def run_bulk_stage(tmp_path: Path) -> Callable[..., Stage]:
    """Run the corpus stage over bulk datasets, each given as {name: lines, or bytes}."""

    def run(
        papers: dict[str, Any],
        abstracts: dict[str, Any],
        citations: dict[str, Any],
        **settings: Any,
    ) -> Stage:
        contents = {"papers": papers, "abstracts": abstracts, "citations": citations}
        paths = {
            dataset: write_shards(tmp_path / "shards" / dataset, shards)
            for dataset, shards in contents.items()
        }
        return run_bulk(paths, tmp_path / "out", **settings)

    return run
