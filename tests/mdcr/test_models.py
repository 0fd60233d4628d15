"""The choice of models: ties, pinned ones, and the same indices on any number of threads."""

from itertools import permutations

import pandas as pd
import pytest

from paperpool.errors import UserError
from paperpool.io.tables import MDCR_CITED, MDCR_QUERIES, MDCR_RUN
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.mdcr.models import choose_models, compare_models

from ..made.tables import write_rows


def compare(folder, runs, threads):
    """Return the index of each two runs, which are given as {query: candidates in order}."""
    paths = {}
    for name, ranked in runs.items():
        rows = [
            ("test", "Art", 1, query, candidate, -float(rank), rank)
            for query, candidates in ranked.items()
            for rank, candidate in enumerate(candidates, 1)
        ]
        paths[name] = write_rows(folder / f"{name}.parquet", rows, MDCR_RUN)
    rows = [("field", "test", "Art", query, 1) for query in ranked]
    with connect("200MB", folder / "tmp", threads) as database:
        database.add_files("queries", [write_rows(folder / "queries", rows, MDCR_QUERIES)])
        database.add_files("cited", [write_rows(folder / "cited", [], MDCR_CITED)])
        table = compare_models(database, paths, 5)
    assert list(table.columns) == ["ranker", "other", "jaccard"]
    return {(row.ranker, row.other): row.jaccard for row in table.itertuples()}


def table_of(means):
    """Return indices in which each ranker has its mean with every other one."""
    rows = [(a, b, means[a]) for a, b in permutations(means, 2)]
    return pd.DataFrame(rows, columns=["ranker", "other", "jaccard"])


@pytest.mark.parametrize(("pinned", "chosen"), [(None, "dca"), (["e", "b", "c"], "ecb")])
def test_the_three_lowest_means_are_chosen_equal_ones_by_name_or_what_is_pinned(pinned, chosen):
    means = {"e": 0.2, "d": 0.1, "c": 0.2, "b": 0.3, "a": 0.05}
    models = choose_models(table_of(means), list(means), pinned)
    assert models["ranker"].tolist() == ["e", "d", "c", "b", "a"]
    assert models["mean_jaccard"].tolist() == pytest.approx([0.2, 0.1, 0.2, 0.3, 0.05])
    assert models.loc[models["chosen"], "ranker"].tolist() == [*chosen]


@pytest.mark.parametrize(("rankers", "named"), [(["bm25", "tfidf"], "2 rank"), ([], "none")])
def test_fewer_than_three_models_are_refused(rankers, named):
    with pytest.raises(UserError) as raised:
        choose_models(table_of(dict.fromkeys(rankers, 0.0)), rankers, None)
    [problem] = raised.value.problems
    assert named in problem.what and problem.where == "mdcr.rankers"
    assert "mdcr.models" in problem.hint


def test_means_do_not_depend_on_threads(tmp_path):
    queries = [f"q{i}" for i in range(4000)]
    letters = "abcdefghijk"
    runs = {
        name: {q: letters[(i * step) % 7 :][: 2 + i % (3 + step)] for i, q in enumerate(queries)}
        for name, step in (("one", 1), ("two", 2), ("three", 3))
    }
    found = [compare(tmp_path / str(n), runs, n) for n in (1, 2, 4, 4)]
    assert found[1:] == found[:1] * 3
    assert all(found[0][b, a] == jaccard for (a, b), jaccard in found[0].items())
