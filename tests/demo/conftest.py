"""One small demo corpus that the tests of this folder share."""

import gzip
import json

import pytest

from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.shards import write_shard


@pytest.fixture(scope="session")
def plan():
    return make_plan(3000, seed=13)


@pytest.fixture(scope="session")
def rows(plan, tmp_path_factory):
    """All rows of the corpus, written as two shards and read back."""
    folder = tmp_path_factory.mktemp("demo")
    return [row for shard in range(2) for row in _write_and_read(plan, shard, folder)]


def _write_and_read(plan, shard, folder):
    path = folder / f"metadata_{shard}.jsonl.gz"
    write_shard(plan, shard, 2, path)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
