"""Collections of others in the release's format, topped up: what they lack or write otherwise."""

import json
from dataclasses import replace

import pytest

from paperpool.collections.csfcube_release import ABSTRACTS, JUDGMENTS, read_collection
from paperpool.extras.active_pooling.top_up import write_topped_release
from paperpool.workflow.annotation.adjudication import settle
from paperpool.workflow.annotation.export_rows import Exports, Row
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.tasks import ANNOTATION
from paperpool.workflow.csfcube.release_writer import write_collection
from tests.made.collection import make_paper

NEW = {"n1": make_paper("n1", "topic1"), "n2": make_paper("n2", "topic2")}
FILE = JUDGMENTS.format(facet="method")


@pytest.fixture
def top_up(collection, tmp_path):
    """Return a function: top up the collection by grades of its first annotator and a second."""
    folder = tmp_path / "given"
    write_collection(collection, folder)

    def top_up(grades):
        rows = [Row(ANNOTATION, item, who, g) for item, g in grades.items() for who in ("a", "b")]
        found_by = dict.fromkeys(grades, ("bm25", "static"))
        settlement = settle(list(grades), Exports(rows))
        write_topped_release(folder, settlement, found_by, NEW, tmp_path / "topped")
        return read_collection(tmp_path / "topped")

    top_up.folder = folder
    return top_up


def test_a_file_without_a_last_line_end_or_extremes_gets_its_rows_all_the_same(top_up, collection):
    abstracts = top_up.folder / ABSTRACTS
    abstracts.write_bytes(abstracts.read_bytes().rstrip(b"\n"))
    judged = json.loads((top_up.folder / FILE).read_text())
    for entry in judged.values():
        del entry["relevance_max"], entry["relevance_min"]
    (top_up.folder / FILE).write_text(json.dumps(judged))
    topped = top_up({Item("q1", "method", "n1"): 2, Item("q2", "method", "n2"): 0})
    assert list(topped.papers) == [*collection.papers, "n1", "n2"]
    assert {i: replace(topped.papers[i], metadata=None) for i in NEW} == NEW
    assert topped.judgments["q1", "method"].grades()["n1"] == 2
    written = json.loads((top_up.folder.parent / "topped" / FILE).read_text())
    assert "relevance_max" not in written["q1"]


def test_extremes_and_columns_go_on_behind_those_that_there_are(top_up):
    topped = top_up({Item("q1", "method", "n1"): 2, Item("q1", "result", "n1"): 1})
    written = json.loads((top_up.folder.parent / "topped" / FILE).read_text())
    before = json.loads((top_up.folder / FILE).read_text())
    for name in ("relevance_max", "relevance_min", "relevance_adju"):
        assert written["q1"][name] == [*before["q1"][name], 2]
    assert written["q1"]["relevance_ann3"] == [-1] * 9 + [2] == written["q1"]["relevance_ann4"]
    assert written["q2"] == before["q2"]
    assert topped.pools["q1"].candidates.count("n1") == 1


def test_a_pooled_candidate_that_nobody_judged_keeps_its_place_and_sources(top_up, collection):
    topped = top_up({Item("q1", "method", "u"): 3})
    assert topped.pools == collection.pools and topped.papers.keys() == collection.papers.keys()
    assert topped.unjudged("q1", "method") == set() and topped.unjudged("q1", "result") == {"u"}
