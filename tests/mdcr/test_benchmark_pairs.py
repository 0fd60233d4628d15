"""The pairs of a benchmark, with their papers' texts."""

import json

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.mdcr.benchmark_pairs import SplitFiles, read_pairs, read_splits, write_pair_scores

POOLS = {
    "Art": {"9": {"bm25": ["10", "b"], "graph": ["b", "c"], "true": ["c", "a"]}},
    "Physics": {"10": {"random": ["a"], "true": ["9"]}},
}


def write_split(folder, pools=POOLS, papers=("9", "10", "a", "b", "c", "unused")):
    (folder / "pools.json").write_text(json.dumps(pools))
    lines = [{"paper_id": i, "title": f"T{i}", "abstract": None} for i in papers]
    (folder / "texts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return SplitFiles(folder / "pools.json", folder / "texts.jsonl")


def test_each_pair_stands_once_and_true_wins(tmp_path):
    pairs = read_pairs(write_split(tmp_path))
    relevant = dict(zip(pairs.pairs, pairs.relevant.tolist(), strict=True))
    assert relevant == {
        ("9", "c"): True,
        ("9", "a"): True,
        ("9", "10"): False,
        ("9", "b"): False,
        ("10", "9"): True,
        ("10", "a"): False,
    }


def test_rows_are_places_among_the_sorted_papers(tmp_path):
    pairs = read_pairs(write_split(tmp_path))
    assert pairs.ids == ["10", "9", "a", "b", "c"]
    assert pairs.joined("|") == ["T10|", "T9|", "Ta|", "Tb|", "Tc|"]
    queries, candidates = pairs.rows
    named = zip(queries, candidates, strict=True)
    assert [(pairs.ids[q], pairs.ids[c]) for q, c in named] == list(pairs.pairs)
    groups = [sorted(pairs.pairs[i] for i in group) for group in pairs.by_query]
    assert groups == [
        [("10", "9"), ("10", "a")],
        [("9", "10"), ("9", "a"), ("9", "b"), ("9", "c")],
    ]


def test_scores_are_written_beside_their_pairs(tmp_path):
    pairs = read_pairs(write_split(tmp_path))
    write_pair_scores(pairs, np.arange(len(pairs.pairs)) / 2, tmp_path / "scores.json")
    scores = json.loads((tmp_path / "scores.json").read_text())
    assert scores == {f"{q}_{c}": i / 2 for i, (q, c) in enumerate(pairs.pairs)}
    with pytest.raises(ValueError, match="shorter"):
        write_pair_scores(pairs, np.zeros(3), tmp_path / "short.json")
    assert not (tmp_path / "short.json").exists()


def test_a_paper_without_a_text_is_a_users_error(tmp_path):
    with pytest.raises(UserError, match="1 papers of the benchmark are missing: c") as raised:
        read_pairs(write_split(tmp_path, papers=("9", "10", "a", "b")))
    assert raised.value.problems[0].where.endswith("texts.jsonl")


def test_every_split_is_read_from_its_own_files(tmp_path):
    files = {}
    for split, papers in (("val", "ab"), ("test", "cd")):
        (tmp_path / split).mkdir()
        own = write_split(tmp_path / split, {"Art": {papers[0]: {"true": [papers[1]]}}}, papers)
        files |= {split: own.pools, f"{split}_data": own.texts}
    splits = read_splits(files)
    assert {split: pairs.ids for split, pairs in splits.items()} == {
        "val": ["a", "b"],
        "test": ["c", "d"],
    }
