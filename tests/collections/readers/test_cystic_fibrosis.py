"""The cystic fibrosis collection: sections, votes and grades, lost questions, and the counts."""

import ir_measures
import pytest

from paperpool.collections.cystic_fibrosis_release import read_records
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.errors import UserError
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker

from ...made.cystic_fibrosis import LOST, PAPERS, write_collection, write_records


def read(settings, **others):
    return make_reader(settings | others).read()


def test_a_section_goes_to_the_record_that_it_is_of(tmp_path):
    found = read(write_collection(tmp_path))
    assert {i: paper.abstract for i, paper in found.documents.items()} == {
        i: f"The text of {i} > 0." for i in "1234"
    }
    assert found.documents["3"].title == "Mucus of the lungs."


def test_no_other_record_gets_a_section_of_one_that_cannot_be_read(tmp_path):
    file = tmp_path / "cf74.xml"
    text = "".join(write_records("123"))
    file.write_text(text)
    first, second, third = read_records(file).records
    assert first.citations and second.citations
    file.write_text(text.replace("00002 </RECORDNUM>", "0000x </RECORDNUM>"))
    found = read_records(file)
    assert [record.number for record in found.records] == ["1", "3"]
    assert found.records[0].citations == first.citations
    assert found.records[1].references == third.references
    assert [part.reason for part in found.bad] == ["missing_key", "missing_key"]


def test_all_votes_are_kept_beside_the_grades(tmp_path):
    settings = write_collection(tmp_path)
    found = read(settings)
    assert found.votes == {
        "1": {"1": (2, 2, 2, 2), "2": (0, 0, 0, 1), "3": (1, 1, 2, 1)},
        "3": {"2": (2, 2, 1, 0), "4": (2, 2, 2, 1)},
    }
    assert ("3", "2", "jbw", 0) in list(found.list_votes())
    assert make_reader(settings).voters == ("rew", "colleagues", "postdoc", "jbw")


@pytest.mark.parametrize(
    ("settings", "grades"),
    [
        ({}, {"1": 8, "2": 1, "3": 5}),
        ({"grades": "mean"}, {"1": 2, "2": 0.25, "3": 1.25}),
        ({"grades": "majority"}, {"1": 2, "2": 0, "3": 1}),
        ({"judges": ["rew", "colleagues", "postdoc"]}, {"1": 6, "2": 0, "3": 4}),
        ({"grades": "majority", "judges": ["jbw"]}, {"1": 2, "2": 1, "3": 1}),
    ],
)
def test_votes_make_grades_by_the_rule_that_is_named(tmp_path, settings, grades):
    assert read(write_collection(tmp_path), **settings).grades["1"] == grades


def test_judgments_of_a_question_without_a_text_are_put_aside_by_name(tmp_path):
    found = read(write_collection(tmp_path))
    reason = "question 4 is lost: its 2 judgments stand here"
    assert found.dropped == {"judgments": {reason: 3}}
    assert [row.text for row in found.bad][1:] == [
        '<Item score="1111">1</Item>',
        '<Item score="0011">3</Item>',
    ]
    collection = assemble(found, "test", 1, 1000)
    counts = found.summarise(collection)["judgments"]
    assert (counts["read"], counts["kept"], counts["dropped"]) == (8, 5, {reason: 3})


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (LOST[1:], "Question 3 has 4 judgments and declares 2"),
        (["0013 1"], "A judgment cannot be read: score '0013' of '1'"),
        (["2222 2"], "Paper 2 is judged twice"),
    ],
)
def test_judgments_that_nothing_explains_are_an_error(tmp_path, lost, told):
    with pytest.raises(UserError, match=told):
        read(write_collection(tmp_path, lost))


def test_a_part_of_the_collection_is_refused_unless_it_is_meant(tmp_path):
    settings = write_collection(tmp_path)
    with pytest.raises(UserError) as told:
        read(settings, complete=True)
    assert [problem.what for problem in told.value.problems] == [
        "There are 4 documents, and 1,239 were expected.",
        "There are 2 topics, and 99 were expected.",
        "There are 5 judgments, and 4,801 were expected.",
    ]


def test_papers_ask_for_those_that_share_a_question(tmp_path):
    settings = write_collection(tmp_path) | {"queries": "papers", "relevant": 3}
    found = read(settings)
    # of papers 1 and 3 the smaller grade for question 1 is 5, of 2 and 4 for question 3 it is 5
    assert found.grades == {
        "1": {"2": 1, "3": 5},
        "2": {"1": 1, "3": 1, "4": 5},
        "3": {"1": 5, "2": 1},
        "4": {"2": 5},
    }
    assert make_reader(settings).voters == () and list(found.list_votes()) == []
    collection = assemble(found, "test", 3, 1000)
    assert collection.pairs() == [(i, "") for i in "1234"] and "1" not in collection.rankable(
        "1", ""
    )
    assert read(settings, relevant=6).topics == {}


def test_a_judged_paper_that_is_not_there_neither_asks_nor_is_found(tmp_path):
    papers = {number: PAPERS[number] for number in "123"}
    settings = write_collection(tmp_path, papers=papers) | {"queries": "papers", "relevant": 3}
    found = read(settings)
    # paper 4 alone would be relevant to paper 2
    assert list(found.topics) == ["1", "3"] and found.dropped["topics"] == {"not_a_document": 1}


@pytest.fixture(scope="module")
def real(real_data):
    """The collection as it is at hand, relevant from 4 on by the first three judges."""
    settings = {
        "format": "cystic_fibrosis",
        "path": str(real_data("cystic-fibrosis")),
        "judges": ["rew", "colleagues", "postdoc"],
        "relevant": 4,
    }
    found = make_reader(settings).read()
    return found, assemble(found, "test", 4, 1000)


def test_the_real_collection_has_what_it_says(real):
    found, collection = real
    assert len(found.documents) == 1239 and all(p.abstract for p in found.documents.values())
    assert len(collection.judgments) == 99 and len(found.bad) == 19
    assert {row.reason for row in found.bad} == {"question 93 is lost: its 18 judgments stand here"}
    relevant = [sum(g >= 4 for g in judged.adjudicated) for judged in collection.judgments.values()]
    assert sum(relevant) == 1390 and relevant.count(0) == 1


def test_average_precision_of_bm25_is_that_of_ir_measures(real, tmp_path):
    """Of the run's scores by another route: ir_measures' own provider, of tuples."""
    _, collection = real
    run = make_ranker({"kind": "bm25"}).rank(collection, Context(name="bm25", folder=tmp_path))
    [measure] = parse_measures(["AP"], 4)
    values = measure_topics(run, collection, [measure])[:, 0]

    names = collection.topic_names()
    qrels = []
    scored = []
    for pair, name in names.items():
        for document, grade in collection.judgments[pair].grades().items():
            qrels.append(ir_measures.Qrel(name, document, grade))
        scored += [ir_measures.ScoredDoc(name, *row) for row in run[pair]]
    found = {row.query_id: row.value for row in ir_measures.iter_calc([measure], qrels, scored)}
    assert len(found) == 99
    for pair, value in zip(collection.pairs(), values, strict=True):
        assert found[names[pair]] == pytest.approx(value, abs=1e-9)
    assert 0.2 < values.mean() < 0.5
