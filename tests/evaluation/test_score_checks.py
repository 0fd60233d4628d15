"""Scores are finite numbers, whatever they come by; an error names topic and document."""

import decimal
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import torch

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.score_checks import check_run_scores, check_scores, read_score
from paperpool.io.tables import RUN
from paperpool.rankers.fusion import Fusion
from paperpool.rankers.ranker import Context, Ranker

FACETS = default_scheme().facet_names

NAN, INFINITY = float("nan"), float("inf")


@pytest.mark.parametrize(
    "value",
    [2, 2.0, True + 1, np.float16(2), np.int64(2), np.array(2.0), decimal.Decimal(2)]
    + [torch.tensor(2.0), torch.tensor(2.0, dtype=torch.bfloat16, requires_grad=True)],
)
def test_every_number_is_a_score(value):
    assert read_score(value) == 2.0


@pytest.mark.parametrize(
    "value",
    [NAN, INFINITY, -INFINITY, np.float32("nan"), torch.tensor(NAN), decimal.Decimal("NaN")]
    + [None, pd.NA, "2", b"2", np.str_("2"), 2j, np.complex128(2), torch.tensor(2j), 10**400]
    + [[2.0], np.ones(1), torch.ones(1, 1), pd.Timestamp("2020"), np.timedelta64(2, "D")],
)
def test_nothing_else_is_a_score(value):
    with pytest.raises(ValueError, match="not a finite number"):
        read_score(value)


def test_the_error_names_the_first_document_and_counts_the_others():
    scores = [("a", 1.0), ("b", NAN), ("c", INFINITY)]
    with pytest.raises(UserError) as caught:
        check_scores(scores, "Ranker 'mine'", "topic t1")
    [problem] = caught.value.problems
    start = "Ranker 'mine': the score of document 'b' is nan, not a finite number"
    assert problem.what == f"{start}; in all 2 of the topic's 3 scores are not."
    assert problem.where == "topic t1" and "finite number" in problem.hint


def test_files_name_topic_and_document(tmp_path):
    table = pa.table([["q1"], ["method"], ["c1"], [NAN], [1]], schema=RUN)
    pq.write_table(table, tmp_path / "run.parquet")
    with pytest.raises(UserError, match=r"document 'c1' is nan(.|\n)*topic q1_method"):
        read_foreign_run("mine", str(tmp_path / "run.parquet"), FACETS)
    for facet in FACETS:
        ranked = json.dumps({"q1": [["c1", "Infinity"]]})
        (tmp_path / f"run-{facet}.json").write_text(ranked)
    with pytest.raises(UserError, match=r"distance of 'c1' is 'Infinity'(.|\n)*query q1"):
        read_foreign_run("mine", str(tmp_path / "run-{facet}.json"), FACETS)


class Broken(Ranker, abstract=True):
    """Gives NaN, as a damaged model does."""

    def order(self, collection, context):
        return {pair: [("p1", NAN)] for pair in collection.pairs()}


def test_no_ranker_and_no_member_of_a_fusion_has_other_scores(collection):
    pair, name = next(iter(collection.topic_names().items()))
    with pytest.raises(UserError, match=f"Ranker 'broken'(.|\n)*topic {name}"):
        Broken(published=None).rank(collection, Context(name="broken"))
    good, bad = {pair: [("p1", 1.0)]}, {pair: [("p1", INFINITY)]}
    check_run_scores(good, "Run 'good'", {pair: name})
    fusion = Fusion(members=["good", "bad"])
    with pytest.raises(UserError, match=f"Member 'bad'(.|\n)*topic {name}"):
        fusion.rank(collection, Context(members={"good": good, "bad": bad}))
