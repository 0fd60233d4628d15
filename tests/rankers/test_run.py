"""A user's rankings, of a collection with facets and of MDCR's benchmark."""

import json

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.evaluation.pair_scores import write_run_scores
from paperpool.evaluation.runs import rank_scores
from paperpool.evaluation.stored_runs import write_official_run, write_run
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker

FACETS = default_scheme().facet_names


def read(collection, path, **settings):
    """Return the run at ``path``."""
    ranker = make_ranker({"kind": "run", "path": str(path), **settings})
    return ranker.order(collection, Context("theirs"))


def rank_by_place(collection):
    """Return a run that ranks candidates in reverse order of their ids."""
    return {
        pair: rank_scores((c, float(i)) for i, c in enumerate(collection.rankable(*pair)))
        for pair in collection.pairs()
    }


def test_of_facets_every_format_is_read(collection, tmp_path):
    run = rank_by_place(collection)
    write_run(run, tmp_path / "run.parquet")
    write_official_run(run, {facet: tmp_path / f"{facet}.json" for facet in FACETS})
    lines = [f"{q}_{f} Q0 {c} 0 {s} x\n" for (q, f), of in run.items() for c, s in of]
    (tmp_path / "run.txt").write_text("".join(lines))
    for name in ("run.parquet", "{facet}.json", "run.txt"):
        assert read(collection, tmp_path / name) == run, name


def test_a_malformed_run_is_called_by_the_rankers_name(collection, tmp_path):
    (tmp_path / "run.txt").write_text("q1_method Q0 c1\n")
    with pytest.raises(UserError, match="Run 'theirs': 3 columns"):
        read(collection, tmp_path / "run.txt")


def test_of_the_benchmark_the_scores_of_each_split_are_read(small_benchmark, tmp_path):
    run = rank_by_place(small_benchmark)
    for split in small_benchmark.folds["all"]:
        write_run_scores(run, small_benchmark, split, tmp_path / f"{split}.json")
    both = read(small_benchmark, tmp_path / "{split}.json", benchmark="mdcr")
    assert both == run
    test = read(small_benchmark, tmp_path / "test.json", benchmark="mdcr")
    assert test == {pair: run[pair] for pair in small_benchmark.folds["all"]["test"]}


def test_of_the_benchmark_every_pair_has_to_be_scored(small_benchmark, tmp_path):
    path = tmp_path / "test.json"
    write_run_scores(rank_by_place(small_benchmark), small_benchmark, "test", path)
    scores = json.loads(path.read_text())
    del scores["s_a"]
    path.write_text(json.dumps(scores))
    with pytest.raises(UserError, match="Scores 'theirs': 1 pairs missing: s_a"):
        read(small_benchmark, path, benchmark="mdcr")
