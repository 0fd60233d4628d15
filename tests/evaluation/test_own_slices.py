"""A user's slices: read, scored and refused."""

import pandas as pd
import pytest

import paperpool as pp
from paperpool.commands.main import main
from paperpool.errors import UserError

from ..made.drawn_grades import QUERIES, take_grades, write_graded
from ..made.folders import write_beir


@pytest.fixture
def mine(tmp_path):
    """A collection in a folder, a ranker of it, and its topics' ids."""
    write_beir(tmp_path / "mine")
    collection = pp.collection("mine", tmp_path / "mine")
    return collection, lambda topic, papers: range(len(papers)), sorted(collection.topics)


def test_a_slice_has_the_mean_of_its_queries(mine, tmp_path):
    collection, ranker, topics = mine
    path = tmp_path / "slices.csv"
    lines = [f"{topic},one of all" for topic in topics] + [f"{topics[0]},first"]
    path.write_text("\n".join(["query_id,slice", *lines]) + "\n")
    scores = pp.evaluate(collection, {"r": ranker}, measures=["RR"], slices=path)
    values = scores.set_index("slice")["value"]
    assert list(values.index) == ["all", "one of all", "first"]
    assert values["one of all"] == values["all"] != values["first"]
    run = pp.ranker(ranker).rank(collection)
    run.write(tmp_path / "r.trec")
    arguments = ["score", str(tmp_path / "r.trec"), "--on", str(tmp_path / "mine")]
    table = tmp_path / "metrics.csv"
    assert main([*arguments, "--slices", str(path), "--csv", str(table)]) == 0
    assert ",one of all,RR," in table.read_text()


def test_a_slice_without_a_grade_is_named_and_moves_no_interval(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_graded(tmp_path)
    late = ["q1", "q5"]
    lines = ["query_id,slice"]
    lines += [f"{query},late" for query in late]
    lines += [f"{query},early" for query in QUERIES if query not in late]
    (tmp_path / "slices.csv").write_text("\n".join(lines) + "\n")
    words = ["score", "near.trec", "--on", "own", "--slices", "slices.csv", "--csv"]
    assert main([*words, "all.csv"]) == 0 and "without a score" not in capsys.readouterr().out

    take_grades(tmp_path / "own", late)
    assert main([*words, "early.csv"]) == 0
    said = "Slices without a score, as no query of theirs has a grade yet: late."
    assert said in capsys.readouterr().out
    before, after = (pd.read_csv(f"{name}.csv") for name in ("all", "early"))
    assert list(before["slice"].unique()) == ["all", "late", "early"]
    assert list(after["slice"].unique()) == ["all", "early"]
    early = [table[table["slice"] == "early"].reset_index(drop=True) for table in (before, after)]
    pd.testing.assert_frame_equal(*early)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("query_id,slice\nnobody,s\n", "1 queries are not in the collection: nobody"),
        ("query_id,slice\n{topic},all\n", "cannot be called 'all'"),
        ("query,slice\n{topic},s\n", "has rows and the columns"),
        ("query_id,slice\n", "has rows and the columns"),
    ],
)
def test_a_wrong_table_of_slices_is_refused(mine, tmp_path, text, told):
    collection, ranker, topics = mine
    path = tmp_path / "slices.csv"
    path.write_text(text.format(topic=topics[0]))
    with pytest.raises(UserError, match=told):
        pp.evaluate(collection, {"r": ranker}, slices=path)
    with pytest.raises(UserError, match="No table of slices"):
        pp.evaluate(collection, {"r": ranker}, slices=tmp_path / "none.csv")
