"""The choice of models: Jaccard indices by hand, ties, pinned ones."""

from itertools import permutations

import pandas as pd
import pytest

from paperpool.corpus.database import connect
from paperpool.errors import UserError
from paperpool.io.tables import MDCR_CITED, MDCR_QUERIES, MDCR_RUN
from paperpool.mdcr.models import choose_models, compare_models

from ..made.tables import write_rows


def write_run(path, ranked, split="test", sampling=1):
    """Write {query: candidates in order} as a run of the field Art."""
    rows = [
        (split, "Art", sampling, query, candidate, -float(rank), rank)
        for query, candidates in ranked.items()
        for rank, candidate in enumerate(candidates, 1)
    ]
    return write_rows(path, rows, MDCR_RUN)


def compare(folder, runs, cited=(), top=3, queries=("q1", "q2"), threads=1):
    paths = {name: write_run(folder / f"{name}.parquet", run) for name, run in runs.items()}
    rows = [("field", "test", "Art", query, 1) for query in queries]
    rows += [("field", "val", "Art", "v", 1), ("dataset", "test", None, "d", 1)]
    write_rows(folder / "queries", rows, MDCR_QUERIES)
    write_rows(folder / "cited", [(*pair, True) for pair in cited], MDCR_CITED)
    with connect("200MB", folder / "tmp", threads) as database:
        database.add_files("queries", [folder / "queries"])
        database.add_files("cited", [folder / "cited"])
        table = compare_models(database, paths, top)
    assert list(table.columns) == ["ranker", "other", "jaccard"]
    return {(row.ranker, row.other): row.jaccard for row in table.itertuples()}


def test_indices_by_hand_over_the_negatives_of_the_first_ranks(tmp_path):
    runs = {
        "one": {"q1": "abcX", "q2": "abc"},
        "two": {"q1": "bcdX", "q2": "xyz"},
        "three": {"q1": "pabX", "q2": "apc"},
    }
    # q1 cites p, so three has a and b
    found = compare(tmp_path, runs, [("q1", "p"), ("q2", "other")])
    assert found == pytest.approx(
        {
            ("one", "two"): (2 / 4 + 0) / 2,
            ("two", "one"): (2 / 4 + 0) / 2,
            ("one", "three"): (2 / 3 + 2 / 4) / 2,
            ("three", "one"): (2 / 3 + 2 / 4) / 2,
            ("two", "three"): (1 / 4 + 0) / 2,
            ("three", "two"): (1 / 4 + 0) / 2,
        }
    )


def test_a_query_of_which_one_model_has_no_negative_counts_as_zero(tmp_path):
    runs = {"one": {"q1": "ab", "q2": "ab"}, "two": {"q1": "ab", "q2": "p"}, "three": {"q1": "ab"}}
    found = compare(tmp_path, runs, [("q2", "p")])
    assert set(found.values()) == {0.5} and len(found) == 6


def test_other_samplings_and_validation_queries_are_left_out(tmp_path):
    found = compare(tmp_path, {"one": {"q1": "ab"}, "two": {"q1": "ac"}}, queries=["q1"])
    assert found["one", "two"] == pytest.approx(1 / 3)
    for path, values in {"val": {"split": "val"}, "second": {"sampling": 2}}.items():
        write_run(tmp_path / path, {"q1": "ab"}, **values)
    with connect("200MB", tmp_path / "tmp", 1) as database:
        database.add_files("queries", [tmp_path / "queries"])
        database.add_files("cited", [tmp_path / "cited"])
        others = {name: tmp_path / name for name in ("val", "second")}
        assert compare_models(database, others, 3).empty


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
    found = [
        compare(tmp_path / str(n), runs, top=5, queries=queries, threads=n) for n in (1, 2, 4, 4)
    ]
    assert found[1:] == found[:1] * 3
    assert all(found[0][b, a] == jaccard for (a, b), jaccard in found[0].items())
