"""Runs from Python: rows that can be used, and one sentence on those that cannot."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from paperpool.api.run_rows import read_rows
from paperpool.errors import UserError

ROWS = [("1", "a", 2.0), ("1", "c", 1.0), ("2", "e", 3.0)]
FRAME = pd.DataFrame(ROWS, columns=["query_id", "doc_id", "score"])
TOPICS = {"1": ("?1", ""), "2": ("?2", "")}
RANKINGS = {("?1", ""): [("a", 2.0), ("c", 1.0)], ("?2", ""): [("e", 3.0)]}


@pytest.mark.parametrize(
    "run",
    [
        FRAME,
        FRAME.rename(columns={"query_id": "qid", "doc_id": "docno"}),
        FRAME.assign(rank=[1, 2, 1]),
        FRAME.assign(rank=["1", "2", "1"]),
        FRAME.assign(query_id=[1, 1, 2]),
        FRAME.assign(query_id=[1.0, 1.0, 2.0]),
        FRAME.astype({"query_id": "category", "doc_id": "category"}),
        FRAME.convert_dtypes(),
        pa.Table.from_pandas(FRAME),
        ROWS,
        iter(ROWS),
        list(FRAME.itertuples()),
        np.array(ROWS, object),
        {"1": {"a": 2.0, "c": 1.0}, "2": {"e": 3.0}},
    ],
)
def test_every_form_is_the_same_run(run):
    assert read_rows(run, TOPICS, "run") == RANKINGS


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (FRAME.assign(rank=np.nan), "rank has 3 values that are no finite number: nan"),
        (FRAME.assign(rank=1), "rank has 1 for several documents, 'c' among them(.|\n)*query 1"),
        (FRAME.assign(rank=["x", "y", "z"]), "rank has 3 values"),
        (FRAME.assign(rank=[1, np.inf, 1]), "rank has 1 values"),
        (FRAME.assign(score=[1, np.nan, 2]), "document 'c' is nan(.|\n)*run, query 1"),
        (FRAME.assign(score=pd.array([1, 2, None], "Int64")), "document 'e' is <NA>"),
        (FRAME.assign(score=["1", "2", "3"]), "document 'a' is '1'"),
        (FRAME.assign(query_id=["1", None, "2"]), "query_id has (.*)no id(.|\n)*run, row 2"),
        (FRAME.assign(doc_id=[1.5, 2, 3]), "doc_id has 1.5, which is no id"),
        (FRAME.assign(doc_id=[b"a", b"b", b"c"]), "doc_id has b'a'"),
        (pd.concat([FRAME, FRAME]), "2 documents are there twice: a, c(.|\n)*query 1"),
        (pd.concat([FRAME, FRAME], axis=1), "there twice: query_id, doc_id, score"),
        (FRAME.drop(columns="score"), "no column score"),
        (FRAME.iloc[:0], "ranks nothing"),
        (FRAME["score"], "A row is 2.0"),
        (pd.DataFrame, "cannot be of type type"),
        ([("1", "a")], r"A row is \('1', 'a'\)"),
        ([("1", "a", 1, 0.5)], "not a query, a document and a score"),
        (["1 a 0.5"], "A row is '1 a 0.5'"),
        ({"a": 0.5}, "The mapping has 0.5 for 'a'"),
        (b"run.trec", "A run cannot be b'run.trec'"),
        (None, "A run cannot be None"),
    ],
)
def test_rows_that_cannot_be_used_are_refused(run, said):
    with pytest.raises(UserError, match=said):
        read_rows(run, TOPICS, "run")
