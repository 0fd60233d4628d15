"""Reading shards of the bulk datasets: rows, bad rows, rows that are too long."""

import json

import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.fetch.releases import BULK_DATASETS
from paperpool.io import streams, tables
from paperpool.workflow.corpus.bulk_rows import DATASETS, ReadBulkShard, read_bulk_shard

from ..made.shards import make_abstract, make_citation, make_paper, write_shard

ROWS = {
    "papers": [make_paper(1), make_paper("2", title=None, s2fieldsofstudy=None), make_paper(1)],
    "abstracts": [make_abstract(1), make_abstract("2", abstract=None), make_abstract(1)],
    "citations": [make_citation(1, "2"), make_citation(None, 1), make_citation(2, None)],
}
READ = {
    "papers": {
        "paper_id": ["1", "2", "1"],
        "title": ["Title number 1", None, "Title number 1"],
        "year": [2019, 2019, 2019],
        "fields": [["Computer Science"], [], ["Computer Science"]],
        "arxiv_id": ["1901.1", "1901.2", "1901.1"],
        "acl_id": [None] * 3,
        "doi": [None] * 3,
        "venue": ["A venue"] * 3,
        "n_inbound": [3, 3, 3],
        "mag_id": [51, 52, 51],
        "types": [None] * 3,
        "line": [1, 4, 5],
    },
    "abstracts": {
        "paper_id": ["1", "2", "1"],
        "abstract": [make_abstract(1)["abstract"], None, make_abstract(1)["abstract"]],
        "line": [1, 4, 5],
    },
    "citations": {
        "citing_id": ["1", None, "2"],
        "cited_id": ["2", "1", None],
        "line": [1, 4, 5],
    },
}


def read(path, dataset, folder, **settings):
    files = ReadBulkShard(folder / "rows", folder / "quarantine", folder / "summary")
    read_bulk_shard(path, "x/a", dataset, files, **settings)
    return files


def test_the_datasets_are_those_that_releases_list():
    assert tuple(DATASETS) == BULK_DATASETS


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("batch", [1, 2, 100])
def test_reads_rows_and_bad_rows(tmp_path, monkeypatch, dataset, batch):
    monkeypatch.setattr(streams, "BLOCK_BYTES", 100 * batch)
    first, *others = ROWS[dataset]
    path = write_shard(tmp_path / "a.jsonl.gz", [first, b"", b"[]", *others])
    files = read(path, dataset, tmp_path)
    rows = pq.read_table(files.rows)
    assert rows.schema == DATASETS[dataset]
    assert rows.to_pydict() == READ[dataset]
    bad = pq.read_table(files.quarantine)
    assert bad.schema == tables.QUARANTINE
    assert [tuple(row.values()) for row in bad.to_pylist()] == [
        ("x/a", 3, "not_an_object", None, "[]")
    ]
    expected = {"read": 4, "readable": 3, "quarantined": {"not_an_object": 1}}
    assert json.loads(files.summary.read_text()) == expected


@pytest.mark.parametrize("dataset", DATASETS)
def test_can_fail_at_the_first_bad_row_and_leaves_nothing(tmp_path, dataset):
    path = write_shard(tmp_path / "a.jsonl", [ROWS[dataset][0], {}, b"not json"])
    with pytest.raises(UserError, match=r"missing_key(?s:.*)shard x/a, line 2(?s:.*)Hint:"):
        read(path, dataset, tmp_path / "out", on_bad_row="fail")
    assert list((tmp_path / "out").iterdir()) == []
