"""Runs: the names of several of one ranker, and the format of the release."""

import json

from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.runs import files_by_ranker, run_names
from paperpool.evaluation.stored_runs import read_run, split_by_run, store_run, write_official_run

FACETS = default_scheme().facet_names


def test_the_first_run_has_the_rankers_own_name():
    assert run_names("specter-id", 1) == ["specter-id"]
    assert run_names("specter-id", 3) == ["specter-id", "specter-id@2", "specter-id@3"]


RUN = {("q2", "method"): [("c1", 0.5), ("c2", -1.0)], ("q1", "result"): [("c3", 0.0)]}


def test_scores_become_distances_and_facets_files(tmp_path):
    paths = {facet: tmp_path / f"{facet}.json" for facet in FACETS}
    write_official_run(RUN, paths)
    written = {facet: json.loads(path.read_text()) for facet, path in paths.items()}
    assert written == {
        "background": {},
        "method": {"q2": [["c1", -0.5], ["c2", 1.0]]},
        "result": {"q1": [["c3", 0.0]]},
    }


def test_a_stored_run_is_a_table_and_the_releases_files(tmp_path):
    ranked = [tmp_path / f"{facet}.json" for facet in FACETS]
    store_run(RUN, FACETS, tmp_path / "run.parquet", ranked)
    assert read_run(tmp_path / "run.parquet") == RUN
    assert [list(json.loads(path.read_text())) for path in ranked] == [[], ["q2"], ["q1"]]


def test_the_files_of_several_runs_are_shared_out_in_turn():
    ranked = [f"{name}-{facet}.json" for name in "ab" for facet in FACETS]
    assert split_by_run(ranked, 3) == [ranked[:3], ranked[3:]]


def test_files_are_those_of_the_ranker_whose_runs_they_are_called_after():
    files = ["runs/b.parquet", "runs/a@2.parquet", "runs/a.parquet"]
    assert files_by_ranker(files) == {"b": files[:1], "a": files[1:]}
