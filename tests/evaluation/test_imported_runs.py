"""Runs are imported together, with one error for all their problems."""

import json

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.evaluation.run_checks import import_runs
from paperpool.evaluation.runs import rank_scores
from paperpool.evaluation.stored_runs import read_run, write_run

FACETS = default_scheme().facet_names


@pytest.fixture
def runs(collection):
    """Two runs that rank every judged candidate, in opposite orders."""
    scores = {"rising": 1.0, "falling": -1.0}
    return {
        name: {
            pair: rank_scores((c, sign * i) for i, c in enumerate(collection.rankable(*pair)))
            for pair in collection.pairs()
        }
        for name, sign in scores.items()
    }


@pytest.fixture
def load(collection, runs, tmp_path):
    """Return a function that writes the runs and imports them; it returns the paths by name."""

    def load(strict=True, **others):
        paths = {name: str(tmp_path / f"{name}.parquet") for name in runs} | others
        for name, run in runs.items():
            write_run(run, paths[name])
        stored = {name: tmp_path / f"stored/{name}.parquet" for name in paths}
        import_runs(
            collection,
            paths,
            strict,
            list(stored.values()),
            [tmp_path / f"ranked/{name}-{facet}.json" for name in paths for facet in FACETS],
            [tmp_path / f"checks/{name}.json" for name in paths],
        )
        return stored

    return load


def test_each_run_gets_files_of_its_own(load, runs, collection, tmp_path):
    stored = load()
    assert {name: read_run(path) for name, path in stored.items()} == runs
    for name, run in runs.items():
        assert json.loads((tmp_path / f"checks/{name}.json").read_text())["problems"] == []
        for facet in FACETS:
            ranked = json.loads((tmp_path / f"ranked/{name}-{facet}.json").read_text())
            assert ranked == {
                query: [[candidate, -score] for candidate, score in run[query, facet]]
                for query, _ in collection.pairs(facet)
            }


def test_problems_of_all_runs_are_told_at_once(load, runs, tmp_path):
    (tmp_path / "bad.trec").write_text("q1_method Q0 c1\n")
    runs["falling"]["q1", "method"].pop()
    with pytest.raises(UserError) as caught:
        load(bad=str(tmp_path / "bad.trec"))
    told = [problem.what for problem in caught.value.problems]
    assert len(told) == 2
    assert told[0].startswith("Run 'falling', query q1_method: 1 candidates missing")
    assert told[1].startswith("Run 'bad': 3 columns instead of TREC's six")


def test_unless_strict_a_run_is_stored_as_it_is(load, runs, tmp_path):
    runs["falling"]["q1", "method"].pop()
    assert {name: read_run(path) for name, path in load(strict=False).items()} == runs
    checks = json.loads((tmp_path / "checks/falling.json").read_text())
    assert len(checks["problems"]) == 1
