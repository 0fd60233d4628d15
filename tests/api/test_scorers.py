"""What a ranker of one's own may return, and what is said of anything else."""

import numpy as np
import pandas as pd
import pytest
import torch

import paperpool as pp
from paperpool.api.scorers import pair_scores
from paperpool.errors import UserError

from ..made.folders import write_mteb

IDS = ["a", "b", "c"]


@pytest.mark.parametrize(
    "returned",
    [
        [3, 2, 1],
        (3, 2, 1),
        np.array([3, 2, 1]),
        torch.tensor([3, 2, 1]),
        iter([3, 2, 1]),
        {"c": 1, "b": 2, "a": 3},
        {"a": 3, "b": 2, "c": 1}.values(),
        pd.Series([3, 2, 1]),
        pd.Series([1, 2, 3], index=["c", "b", "a"]),
    ],
)
def test_scores_come_in_order_or_by_id(returned):
    assert dict(pair_scores(returned, IDS)) == {"a": 3, "b": 2, "c": 1}


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (None, "returned None"),
        (1.0, "returned 1.0"),
        ("abc", "returned 'abc'"),
        (b"abc", "returned b'abc'"),
        ({1, 2, 3}, "no scores"),
        (np.ones((3, 1)), r"shape \(3, 1\)"),
        (torch.ones(3, 2), r"shape \(3, 2\)"),
        (pd.DataFrame({"score": [1, 2, 3]}), r"shape \(3, 1\)"),
        ([1.0], "gave 1 scores for 3 candidates"),
        ({"a": 1, "x": 2}, "scored 1 papers that are no candidates: x; a candidate is 'a'"),
        (pd.Series([1, 2, 3], index=[2, 1, 0]), "no candidates: 0, 1, 2"),
        (pd.Series([1, 2, 3, 4], index=["b", "a", "c", "b"]), "scored papers twice: b$"),
    ],
)
def test_anything_else_is_refused(returned, said):
    with pytest.raises(ValueError, match=said):
        pair_scores(returned, IDS)


@pytest.mark.parametrize("make", [np.array, torch.tensor, list])
@pytest.mark.parametrize("value", [float("nan"), float("-inf")])
def test_a_score_that_is_no_number_names_topic_and_paper(tmp_path, make, value):
    write_mteb(tmp_path)
    collection = pp.collection("mine", tmp_path)

    def mine(topic, candidates):
        return make([value, *[1.0] * (len(candidates) - 1)])

    said = rf"Ranker 'mine': the score of document 'a' is {value}(.|\n)*Where: topic 1"
    for ranker in (pp.ranker(mine), pp.fuse(mine, "bm25.trec")):
        with pytest.raises(UserError, match=said):
            ranker.rank(collection)


@pytest.mark.parametrize("odd", [lambda: 1, lambda topic: 1, type("Mine", (), {"rank": 3})()])
def test_a_function_of_other_arguments_is_refused(odd):
    with pytest.raises(UserError, match=r"rank\(topic, candidates\)"):
        pp.ranker(odd)
