"""A user's slices: read, scored and refused."""

import pytest

import paperpool as pp
from paperpool.commands.main import main
from paperpool.errors import UserError

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
