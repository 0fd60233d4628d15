"""The imported release: only complete pairs, annotators' columns, ready to be read and scored."""

import pytest

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import SCHEME, default_scheme
from paperpool.errors import UserError
from paperpool.workflow.annotation.adjudication import settle
from paperpool.workflow.annotation.export_rows import Exports, Row
from paperpool.workflow.annotation.importing import build_release, count_pairs
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.csfcube.readable_annotations import write_readable
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.claims import write_claims
from ..made.schemes import TWO_FACETS, write_bare
from .conftest import make_bare, make_claims, make_material

FACETS = default_scheme().facet_names
QUERIES = ("q1", "q2")
CANDIDATES = ("c1", "c2", "c3")


SOURCES = (("cited",), ("specter",), ("specter", "abs_tfidf"))


@pytest.fixture
def material():
    return make_material(CANDIDATES, QUERIES, FACETS, (*FACETS, "other"), SOURCES)


def grade_all(material, annotators=("7", "12"), without=()):
    """Return exports in which everybody agrees on the number of the candidate."""
    return Exports(
        [
            Row("annotation", item, annotator, int(item.candidate_id[1:]))
            for item in material.items()
            if item not in without
            for annotator in annotators
        ]
    )


def build(material, exports):
    return build_release(material, settle(material.items(), exports), 13)


def test_a_complete_annotation_reads_back_as_a_release(tmp_path, material):
    release = build(material, grade_all(material))
    assert release.lacks == [] and release.left_out == {}
    assert release.annotators == {"ann1": "7", "ann2": "12"}
    assert count_pairs(release.collection) == dict.fromkeys(FACETS, 2)
    write_collection(release.collection, tmp_path)
    read = read_collection(tmp_path)
    assert read == release.collection
    assert read.pools == material.pools and read.queries == material.queries
    judged = read.judgments["q1", "method"]
    assert judged.grades() == {"c1": 1, "c2": 2, "c3": 3}
    assert judged.annotators == {"ann1": judged.adjudicated, "ann2": judged.adjudicated}


def test_an_incomplete_pair_is_left_out_and_counted(material):
    missing = [Item("q1", "method", "c2"), Item("q1", "method", "c3")]
    release = build(material, grade_all(material, without=missing))
    assert release.left_out == {"q1_method": 2}
    assert ("q1", "method") not in release.collection.judgments
    assert ("q1", "result") in release.collection.judgments
    assert release.lacks == ["method"]
    assert all(q.paper_id != "q1" or q.facet != "method" for q in release.collection.queries)


def test_without_any_complete_pair_the_release_is_empty_and_says_so(material):
    release = build(material, Exports())
    assert release.collection.judgments == {} and release.collection.papers == {}
    assert release.left_out == {f"{q}_{f}": 3 for q in QUERIES for f in FACETS}
    assert release.lacks == list(FACETS)


def test_annotators_have_one_column_each_and_none_where_they_graded_nothing(material):
    rows = []
    for item in material.items():
        pair = ("9", "10") if item.query_id == "q1" else ("10", "a@x")
        if item == Item("q1", "result", "c1"):
            pair = ("9", "a@x")
        rows += [Row("annotation", item, annotator, 1) for annotator in pair]
    release = build(material, Exports(rows))
    assert release.annotators == {"ann1": "9", "ann2": "10", "ann3": "a@x"}
    judgments = release.collection.judgments
    assert list(judgments["q1", "method"].annotators) == ["ann1", "ann2"]
    assert list(judgments["q2", "method"].annotators) == ["ann2", "ann3"]
    mixed = judgments["q1", "result"]
    place = mixed.candidates.index("c1")
    assert mixed.annotators["ann1"] == (1, 1, 1)
    assert mixed.annotators["ann2"] == tuple(-1 if i == place else 1 for i in range(3))
    assert mixed.annotators["ann3"] == tuple(1 if i == place else -1 for i in range(3))


def test_pairs_without_a_sentence_of_their_facet_are_named_and_left_out():
    material = make_material(CANDIDATES, QUERIES, FACETS, ("other", "method"))
    release = build(material, grade_all(material))
    assert release.unlabelled == ["q1_background", "q1_result", "q2_background", "q2_result"]
    assert {facet for _, facet in release.collection.judgments} == {"method"}
    assert release.left_out == {} and release.lacks == ["background", "result"]


def test_a_release_that_lacks_nothing_can_be_evaluated_and_no_other(tmp_path, material):
    parts = {"none": [], "one": [Item("q2", "result", "c1")], "all": material.items()}
    for name, missing in parts.items():
        release = build(material, grade_all(material, without=missing))
        write_collection(release.collection, tmp_path / name)
        assert read_collection(tmp_path / name, evaluable=False) == release.collection
        if release.lacks:
            with pytest.raises(UserError, match="The fold is empty"):
                read_collection(tmp_path / name)
        else:
            assert read_collection(tmp_path / name) == release.collection
        assert bool(release.lacks) == bool(missing)


def test_the_order_of_candidates_says_nothing_of_the_pool(material):
    orders = {
        judged.candidates
        for judged in build(material, grade_all(material)).collection.judgments.values()
    }
    assert len(orders) > 1


@pytest.mark.parametrize(("make", "text"), [(make_claims, TWO_FACETS), (make_bare, write_bare())])
def test_a_release_of_another_scheme_carries_it(tmp_path, make, text):
    material = make()
    made = []
    for item in material.items():
        grade = int(item.candidate_id == "c1")
        made += [Row("annotation", item, annotator, grade) for annotator in ("7", "12")]
    release = build(material, Exports(made))
    assert release.lacks == [] and release.unlabelled == []
    assert count_pairs(release.collection) == {"claim": 2, "evidence": 2}

    with pytest.raises(ValueError, match="is to be written, too"):
        write_collection(release.collection, tmp_path / "release")
    scheme = tmp_path / "mine.yaml"
    scheme.write_text(text)
    write_collection(release.collection, tmp_path / "release", scheme)
    assert (tmp_path / "release/scheme.yaml").read_bytes() == scheme.read_bytes()
    read = read_collection(tmp_path / "release")
    assert read == release.collection and read.scheme == material.scheme
    assert read.relevant == 1 and set(read.folds) == {"claim", "evidence", "all"}
    shown = _texts(read, tmp_path)[0]
    assert "adju relevance: Alike\n" in shown
    assert ("_label: " in shown) == bool(material.scheme.labels)


def _texts(collection, folder):
    """Return the readable annotations of each pair."""
    write_readable(collection, folder / "read")
    return [path.read_text() for path in sorted((folder / "read").iterdir())]


def test_a_release_leaves_no_scheme_of_an_earlier_one(tmp_path, material):
    folder = write_claims(tmp_path / "release")
    release = build(material, grade_all(material))
    write_collection(release.collection, folder)
    assert not (folder / SCHEME).exists()
    assert read_collection(folder, evaluable=False) == release.collection
