"""Semantic Scholar's own sample rows: all are read, and of 20,000 damaged ones none is lost."""

import gzip
import json
import random
from collections import Counter

import pyarrow.parquet as pq
import pytest

from paperpool.io.files import read_json
from paperpool.workflow.corpus.bulk_rows import ReadBulkShard, parse_paper_id, read_bulk_shard

from ..made.fuzzed_rows import damage_row, number_lines

N_ROWS = {"papers": 100, "abstracts": 100, "citations": 69}
N_DAMAGED = {"papers": 8_000, "abstracts": 6_000, "citations": 6_000}


@pytest.fixture
def read(tmp_path):
    """Return a function: the numbers of readable and of bad lines of a shard, and its counts."""

    def read(dataset, content):
        path = tmp_path / f"{dataset}.jsonl"
        path.write_bytes(content)
        made = ReadBulkShard(*(tmp_path / name for name in ("rows", "bad", "summary")))
        read_bulk_shard(path, dataset, dataset, made, max_row_bytes=20_000)
        lines = [pq.read_table(one)["line"].to_pylist() for one in (made.rows, made.quarantine)]
        return *lines, read_json(made.summary)

    return read


@pytest.fixture
def sample(real_data):
    """Return a function: the lines of the sample of a dataset."""
    folder = real_data("s2ag-sample")
    return lambda name: gzip.decompress((folder / name / f"{name}-sample.jsonl.gz").read_bytes())


@pytest.mark.parametrize("dataset", N_ROWS)
def test_each_real_row_is_read(read, sample, dataset):
    readable, bad, counts = read(dataset, sample(dataset))
    assert len(readable) == counts["read"] == N_ROWS[dataset] and bad == []


def test_each_real_hash_stands_for_a_paper(sample):
    rows = [parse_paper_id(line) for line in sample("paper-ids").splitlines()]
    assert len(rows) == len({row.sha for row in rows}) == 60


@pytest.mark.parametrize("dataset", N_DAMAGED)
def test_each_damaged_row_is_readable_or_quarantined(read, sample, dataset):
    draw = random.Random(44)
    rows = [json.loads(line) for line in sample(dataset).splitlines()]
    damaged = [damage_row(rows[i % len(rows)], draw) for i in range(N_DAMAGED[dataset])]
    content = b"\n".join(damaged)
    readable, bad, counts = read(dataset, content)
    found = Counter([*readable, *bad])
    assert sorted(found) == number_lines(content) and set(found.values()) == {1}
    assert counts["read"] == len(found) and sum(counts["quarantined"].values()) == len(bad)
    assert min(len(readable), len(bad)) > 0.2 * N_DAMAGED[dataset]
