"""Papers that are never queries: hashes become the ids that the dataset paper-ids gives them."""

import gzip
import json

import pytest

from paperpool.errors import UserError
from paperpool.workflow.mdcr import excluded
from paperpool.workflow.mdcr.excluded import map_hashes
from paperpool.workflow.mdcr.hashes import find_hash, is_hash

A, B, C, D = (letter * 40 for letter in "abcd")


def write_shard(path, *rows, tail=""):
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    with gzip.open(path, "wt") as file:
        file.write("\n".join([*lines, tail]))
    return path


def row(sha, corpus_id, primary=True):
    return {"sha": sha, "corpusid": corpus_id, "primary": primary}


@pytest.mark.parametrize(
    ("name", "expected"),
    [(A, True), ("0123456789" * 4, True), (A.upper(), True), (A[1:], False), (A + "a", False)]
    + [("g" * 40, False), ("215416146", False), ("", False)],
)
def test_a_hash_has_forty_hexadecimal_digits(name, expected):
    assert is_hash(name) == expected


def test_the_first_hash_of_a_file_is_found(tmp_path):
    file = tmp_path / "ids.txt"
    file.write_bytes(f"\ufeff12\n\n {B} \n{A}\n".encode() + b"\xff\n")
    assert find_hash(file) == B
    file.write_text("12\n13\n")
    assert find_hash(file) is None


def test_hashes_of_all_shards_become_ids_and_ids_stay(tmp_path):
    shards = [
        write_shard(tmp_path / "0.gz", row(A, 11), row("e" * 40, 99)),
        write_shard(tmp_path / "1.gz", row(B, "12"), row(C, 11, primary=False)),
    ]
    mapped = map_hashes(["7", A, B.upper(), C, D, "12"], shards)
    assert mapped.ids == ["11", "12", "7"]
    assert (mapped.n_hashes, mapped.unknown) == (4, [D])
    assert not mapped.refused


def test_rows_that_cannot_be_read_are_counted(tmp_path):
    bad = ["{", "[]", {"sha": A}, {"sha": 5, "corpusid": 1}, {"sha": A, "corpusid": -1}]
    shard = write_shard(tmp_path / "0.gz", *bad, row(A, 11))
    mapped = map_hashes([A], [shard])
    assert mapped.ids == ["11"] and mapped.refused.total() == len(bad)
    assert set(mapped.refused) == {"invalid_json", "not_an_object", "missing_key", "wrong_type"}


def test_rows_that_are_damaged_or_too_large_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(excluded, "MAX_ROW_BYTES", 200)
    file = tmp_path / "0.jsonl"
    rows = [json.dumps(row(A, 11)).encode(), b'{"sha": "\xff"}', json.dumps(row(B * 9, 1)).encode()]
    file.write_bytes(b"\n".join(rows) + b"\n")
    mapped = map_hashes([A], [file])
    assert mapped.ids == ["11"] and mapped.refused == {"invalid_utf8": 1, "too_large": 1}


def test_a_file_of_another_dataset_is_refused(tmp_path):
    shard = write_shard(tmp_path / "papers.gz", {"corpusid": 1, "title": "A paper"})
    with pytest.raises(UserError, match="No row has a paper hash"):
        map_hashes([A], [shard])
