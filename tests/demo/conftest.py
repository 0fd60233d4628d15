"""One small demo corpus that the tests of this folder share."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from paperpool.demo.plan import Plan, make_plan
from paperpool.demo.s2orc_shard import write_shard


@pytest.fixture(scope="session")
def plan() -> Plan:
    return make_plan(3000, seed=13)


@pytest.fixture(scope="session")
def rows(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> list[dict]:
    """All rows of the corpus, written as two shards and read back."""
    folder = tmp_path_factory.mktemp("demo")
    return [row for shard in range(2) for row in _write_and_read(plan, shard, folder)]


def _write_and_read(plan: Plan, shard: int, folder: Path) -> list[dict]:
    path = folder / f"metadata_{shard}.jsonl.gz"
    write_shard(plan, shard, 2, path)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
