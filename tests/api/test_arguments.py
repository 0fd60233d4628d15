"""Arguments of the Python interface: accepted if they are plain, else named in one error."""

import ir_measures
import numpy as np
import pandas as pd
import pytest

import paperpool as pp
from paperpool.errors import UserError

from ..made.folders import write_beir, write_mteb

ROWS = [("1", "a", 2.0), ("2", "e", 2.0), ("a", "b", 1.0)]


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    folder = tmp_path_factory.mktemp("beir")
    write_beir(folder)
    return pp.collection("mine", folder)


def refused(call):
    with pytest.raises(UserError) as caught:
        call()
    [problem] = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"collection": None}, "collection"),
        ({"collection": "no-such"}, "name"),
        ({"runs": {}}, "runs"),
        ({"runs": []}, "runs"),
        ({"runs": [ROWS, ROWS]}, "runs"),
        ({"runs": None}, "runs"),
        ({"runs": 3}, "runs"),
        ({"runs": {1: ROWS}}, "runs"),
        ({"runs": {("a", "b"): ROWS}}, "runs"),
        ({"runs": {"x": None}}, "runs['x']"),
        ({"runs": {"x": "bm25"}}, "runs['x']"),
        ({"runs": {"x": ""}}, "runs['x']"),
        ({"baseline": "y"}, "baseline"),
        ({"baseline": 3}, "baseline"),
        ({"baseline": ROWS[:1]}, "baseline"),
        ({"measures": []}, "measures"),
        ({"measures": [3]}, "measures"),
        ({"measures": b"AP"}, "measures"),
        ({"measures": "APP"}, "measures.0"),
        ({"checks": None}, "checks"),
        ({"seed": None}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"seed": "13"}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": -1}, "seed"),
        ({"slices": 3}, "slices"),
        ({"slices": "."}, "slices"),
    ],
)
def test_an_argument_that_cannot_be_meant_is_named(collection, arguments, where):
    whole = {"collection": collection, "runs": {"x": ROWS}} | arguments
    assert refused(lambda: pp.evaluate(**whole)).where == where


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda: pp.collection(None), "name"),
        (lambda: pp.collection(""), "name"),
        (lambda: pp.collection("x", 3), "folder"),
        (lambda: pp.ranker(None), "kind"),
        (lambda: pp.ranker(pd.DataFrame()), "kind"),
        (lambda: pp.ranker(lambda topic, candidates: [], k=1), "kind"),
        (lambda: pp.fuse(["a", "b"]), "members"),
        (lambda: pp.ranker("bm25").rank(None), "collection"),
        (lambda: pp.ranker("bm25").rank("csfcube", cache=3), "cache"),
        (lambda: pp.ranker("bm25").rank("csfcube", depth=0), "depth"),
        (lambda: pp.ranker("bm25").rank("csfcube", depth=True), "depth"),
        (lambda: pp.fuse(ROWS, ROWS, weights=[1]), "weights"),
        (lambda: pp.fuse(ROWS, ROWS, weights=[1, -1]), "weights"),
        (lambda: pp.fuse(ROWS, ROWS, weights=[0, 0]), "weights"),
        (lambda: pp.fuse(ROWS, ROWS, weights=3), "weights"),
        (lambda: pp.read_run(ROWS, None), "collection"),
    ],
)
def test_so_is_one_of_the_other_functions(call, where):
    assert refused(call).where == where


def test_plain_meanings_are_accepted(collection):
    runs = {"x": ROWS, "y": pp.read_run([*ROWS, ("1", "c", 3.0)], collection)}
    table = pp.evaluate(collection, runs, "y", ["AP"], seed=np.int64(13))
    assert table["p"].notna().tolist() == [True, False]
    folder = collection.place.folder
    for arguments in (
        {"baseline": runs["y"]},
        {"measures": "AP"},
        {"measures": ir_measures.AP},
        {"measures": ["AP", "AP"]},
        {"measures": ["AP", "MAP"]},
        {"collection": folder},
        {"collection": str(folder)},
    ):
        whole = {"collection": collection, "runs": runs, "baseline": "y", "measures": ["AP"]}
        pd.testing.assert_frame_equal(pp.evaluate(**whole | arguments), table)


def test_a_member_of_a_fusion_fits_the_collection(tmp_path, caplog):
    write_mteb(tmp_path)
    collection = pp.collection("mine", tmp_path)
    whole = pp.ranker("bm25").rank(collection)
    other = [("elsewhere", "a", 1.0)]
    assert refused(lambda: pp.fuse(whole, other).rank(collection)).where == "member2"
    assert caplog.text == ""
    pp.fuse(whole, whole.to_frame().iloc[1:]).rank(collection)
    assert "member2 of the fusion leaves candidates out in 1 topics: 1." in caplog.text


@pytest.mark.parametrize(
    ("path", "tag", "said"),
    [
        (None, "x", "cannot be written to None"),
        (".", "x", r"cannot be written to '\.'"),
        ("o.trec", "two words", "tag cannot be 'two words'"),
    ],
)
def test_a_run_is_written_to_a_file_of_trec(collection, tmp_path, monkeypatch, path, tag, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=said):
        pp.read_run(ROWS, collection).write(path, tag)
    assert not list(tmp_path.iterdir())


def test_a_baseline_is_the_path_of_a_run(collection, tmp_path):
    path = tmp_path / "x.trec"
    pp.read_run(ROWS, collection).write(path)
    for runs, baseline in (
        ([path, ROWS], path),
        ([str(path), ROWS], path),
        ([path, ROWS], str(path)),
    ):
        table = pp.evaluate(collection, runs, baseline, ["AP"])
        assert table["p"].isna().tolist() == [True, False]
