"""The evaluation splits: read from a file, made of halves."""

import json

import pytest

from paperpool.collections.csfcube_folds import FOLDS, cross_halves, read_folds
from paperpool.collections.schemes import default_scheme

SLICES = default_scheme().slices

SPLITS = {part: {fold: [f"{fold}_of_x_method"] for fold in FOLDS} for part in SLICES}


@pytest.fixture
def splits(tmp_path):
    path = tmp_path / "evaluation_splits.json"
    path.write_text(json.dumps(SPLITS), encoding="utf-8")
    return path


def test_the_facet_is_what_follows_the_last_underscore(splits):
    problems = []
    folds = read_folds(splits, SLICES, "Look.", problems)
    assert problems == []
    assert folds == {p: {f: [(f"{f}_of_x", "method")] for f in FOLDS} for p in SLICES}


def test_a_file_that_is_no_json_is_the_only_problem(splits):
    splits.write_text("{", encoding="utf-8")
    problems = []
    assert read_folds(splits, SLICES, "Look.", problems) == {}
    [problem] = problems
    assert problem.where == str(splits) and problem.hint == "Look."


def test_a_half_is_developed_on_where_the_other_is_tested():
    folds = cross_halves({"all": ([("a", "method")], [("b", "result")])})
    assert folds["all"]["fold1_dev"] == folds["all"]["fold2_test"] == [("a", "method")]
    assert folds["all"]["fold2_dev"] == folds["all"]["fold1_test"] == [("b", "result")]
