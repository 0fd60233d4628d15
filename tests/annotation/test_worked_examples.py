"""Worked examples: what comes with the package is whole, what does not fit is an error."""

from dataclasses import replace

import pytest
import yaml

from paperpool.collections.schemes import default_scheme, find_scheme
from paperpool.errors import UserError
from paperpool.resources import RESOURCES
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import collection_material, read_other_papers
from paperpool.workflow.annotation.worked_examples import read_examples, scheme_examples
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.collection import make_collection
from ..made.schemes import bare_scheme, two_facets_scheme

SCHEME = default_scheme()
GOOD = {"query": "q1", "candidate": "7", "facet": "method", "grade": 2, "why": "Because."}
ODD = {"title": "A", "sentences": [{"aim": "One."}]}


def write(folder, content):
    path = folder / "mine.yaml"
    text = content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False)
    path.write_text(text, encoding="utf-8")
    return path


def test_those_of_the_package_show_each_grade_of_each_facet():
    read = scheme_examples(SCHEME, find_scheme("csfcube"))
    shown = {(example.item.facet, example.grade) for example in read.examples}
    assert shown == {(facet, grade) for facet in SCHEME.facet_names for grade in SCHEME.grade_names}
    assert read.ids() == set()
    for example in read.examples:
        assert len(example.why) > 20
        query = read.papers[example.item.query_id]
        assert query.labelled_sentences(SCHEME.labels_of(example.item.facet))
    used = {i for e in read.examples for i in (e.item.query_id, e.item.candidate_id)}
    assert used == set(read.papers)


def test_those_of_the_guidelines_are_shown_where_the_release_has_their_papers(released):
    shipped = scheme_examples(SCHEME, find_scheme("csfcube"))
    guideline = read_examples(RESOURCES / "guideline_examples.yaml", SCHEME)
    assert len(guideline.examples) == 15
    grades = {pair: judged.grades() for pair, judged in released.judgments.items()}
    others = {
        e.item.candidate_id: f"the release gives the pair a {grade}" in e.why
        for e in guideline.examples
        if (grade := grades[e.item.query_id, e.item.facet][e.item.candidate_id]) != e.grade
    }
    assert others == {"6429546": True}
    shown = shipped.with_released(guideline, released.papers)
    assert shown.examples == guideline.examples + shipped.examples and not shown.ids()
    assert shipped.with_released(guideline, make_collection().papers) is shipped


def test_ids_and_papers_of_a_file_are_read(tmp_path):
    paper = {"title": "Ä <b>", "sentences": [{"method": "One."}, {"other": "Two."}]}
    path = write(tmp_path, {"papers": {"7": paper}, "examples": [GOOD]})
    read = read_examples(path, SCHEME)
    (example,) = read.examples
    assert example.item == Item("q1", "method", "7")
    assert (example.grade, example.why) == (2, "Because.")
    assert read.papers["7"].sentences == ("One.", "Two.")
    assert read.papers["7"].labels == ("method", "other") and read.ids() == {"q1"}


@pytest.mark.parametrize(
    ("change", "key", "what"),
    [
        ({"query": None}, ".query", "The query is None."),
        ({"candidate": " 7"}, ".candidate", "The candidate is ' 7'."),
        ({"candidate": True}, ".candidate", "The candidate is True."),
        ({"candidate": 7}, ".candidate", "The candidate is 7."),  # it may have been written 007
        ({"candidate": "q1"}, "", "its own candidate"),
        ({"facet": "objective"}, ".facet", "The facet is 'objective'."),
        ({"facet": ["method"]}, ".facet", "The facet is ['method']."),
        ({"grade": 4}, ".grade", "The grade is 4."),
        ({"grade": True}, ".grade", "The grade is True."),
        ({"grade": "2"}, ".grade", "The grade is '2'."),
        ({"why": ""}, ".why", "The reason is ''."),
        ({"why": None}, ".why", "The reason is None."),
        ({"reason": "x"}, "", "Unknown key 'reason'."),
    ],
)
def test_a_mistake_in_an_example_is_told_with_its_place(tmp_path, change, key, what):
    path = write(tmp_path, {"examples": [{**GOOD, "query": "q2"}, GOOD | change]})
    with pytest.raises(UserError) as raised:
        read_examples(path, SCHEME)
    (problem,) = raised.value.problems
    assert what in problem.what and problem.hint
    assert problem.where == f"{path}, examples.1{key}"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("", "There is no list of examples."),
        ("examples: []\n", "There is no list of examples."),
        ("- a\n", "A file of examples is a mapping of keys."),
        ("examples: [7]\n", "An example is a mapping of keys."),
        ("examples: {\n", "The file of examples cannot be read"),
        ({"examples": [GOOD], "example": []}, "Unknown key 'example'."),
        ({"examples": [GOOD], "papers": [7]}, "The papers are no mapping of ids."),
        ({"examples": [GOOD], "papers": {"7": {"title": "A"}}}, "A paper without a title"),
        ({"examples": [GOOD], "papers": {"7": ODD}}, "not each `label: sentence`"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path, content, what):
    with pytest.raises(UserError) as raised:
        read_examples(write(tmp_path, content), SCHEME)
    assert what in raised.value.problems[0].what


def test_a_pair_that_stands_there_twice_is_an_error_and_a_reason_may_be_missing(tmp_path):
    plain = {key: value for key, value in GOOD.items() if key != "why"}
    path = write(tmp_path, {"examples": [plain, {**plain, "candidate": "7", "grade": 1}]})
    with pytest.raises(UserError, match=r"examples\.0") as raised:
        read_examples(path, SCHEME, tells_why=False)
    assert "listed twice" in raised.value.problems[0].what
    path = write(tmp_path, {"examples": [plain]})
    assert [example.why for example in read_examples(path, SCHEME, tells_why=False).examples] == [
        ""
    ]


def test_papers_come_from_the_collection_and_unknown_ones_are_listed(tmp_path):
    collection = make_collection()
    write_collection(collection, tmp_path / "release")
    files = sorted((tmp_path / "release").iterdir())
    material = collection_material(collection)
    first, other = list(collection.papers)[:2]
    rows = [
        {**GOOD, "query": first, "candidate": other},
        {**GOOD, "query": first, "candidate": "no-such"},
        {**GOOD, "query": "none", "candidate": other},
    ]
    read = read_examples(write(tmp_path, {"examples": rows}), SCHEME)
    papers = read_other_papers(read.ids(), material, files)
    assert set(papers) == {first, other}
    assert papers[first] == collection.labelled(first)
    with pytest.raises(UserError) as raised:
        read.check_papers(papers)
    places = [problem.where.rpartition("examples.")[2] for problem in raised.value.problems]
    assert places == ["1.candidate", "2.query"]


def test_a_scheme_has_its_own_examples_or_none(tmp_path):
    scheme = two_facets_scheme()
    assert scheme_examples(scheme, "claims.yaml").examples == []
    paper = {"title": "A", "sentences": [{"assertion": "One."}, {"aside": "Two."}]}
    example = {"query": "a", "candidate": "b", "facet": "claim", "grade": 1, "why": "Both."}
    own = {"papers": {"a": paper, "b": paper}, "examples": [example]}
    read = scheme_examples(replace(scheme, examples=own), "claims.yaml")
    assert [(e.item.facet, e.grade) for e in read.examples] == [("claim", 1)]
    assert read.papers["a"].labels == ("assertion", "aside")

    wrong = {"papers": {"a": paper}, "examples": [example | {"grade": 2}, example]}
    with pytest.raises(UserError) as error:
        scheme_examples(replace(scheme, examples=wrong), "claims.yaml")
    (problem,) = error.value.problems
    assert problem.where == "claims.yaml, examples, examples.0.grade"
    assert problem.hint == "A whole number from 0 to 1."
    wrong["examples"] = [example]
    with pytest.raises(UserError, match=r"No paper 'b' with a text[^$]*Add the paper"):
        scheme_examples(replace(scheme, examples=wrong), "claims.yaml")


def test_under_a_scheme_without_labels_sentences_are_texts_alone(tmp_path):
    example = {"query": "a", "candidate": "b", "facet": "claim", "grade": 1, "why": "Both."}
    content = {"papers": {"a": {"title": "A", "sentences": ["One."]}}, "examples": [example]}
    read = read_examples(write(tmp_path, content), bare_scheme())
    assert (read.papers["a"].sentences, read.papers["a"].labels) == (("One.",), ())
    content["papers"]["a"]["sentences"] = [{"assertion": "One."}]
    with pytest.raises(UserError, match="whose sentences are not each a text"):
        read_examples(write(tmp_path, content), bare_scheme())
