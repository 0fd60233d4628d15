"""The page of instructions: every facet and example, hostile texts, the same bytes."""

import yaml

from paperpool.collections.collection import Paper
from paperpool.collections.schemes import default_scheme, find_scheme, parse_scheme
from paperpool.pages.run_info import RunLabel
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.worked_examples import Example, scheme_examples
from paperpool.workflow.report.annotation.instructions import (
    Practice,
    arrange_examples,
    build_instructions,
)

from ...made.page_checker import Checker, check_parts
from ...made.schemes import TWO_FACETS, bare_scheme, two_facets_scheme

EVIL = "<script>alert(1)</script>\x00\u2028\"'&"


def build(examples, papers, practice=None, name="mine", scheme=None):
    run = RunLabel(name, False)
    return build_instructions(run, scheme or default_scheme(), examples, papers, practice)


def build_default(practice=None):
    read = scheme_examples(default_scheme(), find_scheme("csfcube"))
    return read, build(read.examples, read.papers, practice)


def test_it_has_every_facet_with_its_grades_and_all_examples():
    read, page = build_default()
    scheme = default_scheme()
    check_parts(page)
    checker = Checker(page)
    ids = [attributes.get("id") for tag, attributes in checker.tags if tag == "section"]
    assert ids == ["task", *scheme.facet_names]
    text = "".join(checker.text)
    for facet in scheme.facets:
        assert facet.question in text
        for meaning in facet.grades.values():
            assert meaning in text
    for wanted in (
        *scheme.general,
        *scheme.meetings,
        *scheme.grade_names.values(),
        *(example.why for example in read.examples),
    ):
        assert wanted in text
    assert [tag for tag, _ in checker.tags].count("article") == len(read.examples)
    assert "practice round" not in text
    assert build_default()[1] == page


def test_a_scheme_of_one_facet_is_told_as_one():
    read = yaml.safe_load(TWO_FACETS)
    read["facets"] = read["facets"][:1]
    scheme = parse_scheme(read, "one.yaml")
    [facet] = scheme.facet_names
    text = "".join(Checker(build([], {}, scheme=scheme)).text)
    assert f"It names the facet {facet}." in text and " or ." not in text


def test_it_announces_a_practice_round():
    text = "".join(Checker(build_default(Practice(30, 0.6))[1]).text)
    assert "a practice round of 30 pairs" in text and "a rank correlation of 0.6 or more" in text


def test_examples_stand_by_query_the_highest_grade_first():
    rows = [("b", "c", 0), ("a", "c", 1), ("b", "d", 3), ("a", "d", 2)]
    examples = [Example(Item(q, "method", c), g, "w", "") for q, c, g in rows]
    facets = default_scheme().facet_names
    parts = arrange_examples(examples, facets)
    assert tuple(parts) == facets and parts["background"] == parts["result"] == {}
    found = [(query, [one.grade for one in shown]) for query, shown in parts["method"].items()]
    assert found == [("b", [3, 0]), ("a", [2, 1])]


def test_no_text_can_be_markup():
    papers = {
        i: Paper(i, EVIL, (EVIL, "Plain."), ("method", EVIL)) for i in (f"q{EVIL}", f"c{EVIL}")
    }
    example = Example(Item(*[f"q{EVIL}", "method", f"c{EVIL}"]), 3, EVIL, EVIL)
    page = build([example], papers, name=EVIL)
    check_parts(page)
    assert "<script" not in page and "\x00" not in page
    assert "".join(Checker(page).text).count("<script>alert(1)</script>") >= 6


def test_what_is_only_marked_is_the_facet():
    papers = {
        "q": Paper("q", "", ("One.", "Two.", "Three."), ("objective", "method", "background")),
        "c": Paper("c", "C", (), ()),
    }
    page = build([Example(Item("q", "background", "c"), 1, "w", "")], papers)
    assert "<mark>One.</mark>" in page and "<mark>Three.</mark>" in page
    assert "(no title)" in page and "(no abstract)" in page


def test_another_scheme_has_its_facets_and_grades_and_may_have_no_examples():
    text = "".join(Checker(build([], {}, scheme=two_facets_scheme())).text)
    for wanted in (
        "It names one facet: claim or evidence. The sentences of that facet are marked.",
        "The keys 0 to 1 choose a grade. For all facets:",
        "What speaks for the claim.",
        "Judge by the text.",
        "Something else.",
    ):
        assert wanted in text
    for unwanted in ("worked example", "background", "method", "differs from facet"):
        assert unwanted not in text
    bare = "".join(Checker(build([], {}, scheme=bare_scheme())).text)
    assert "marked" not in bare and "For all facets" not in bare


def test_without_labels_no_sentence_of_an_example_is_marked():
    papers = {i: Paper(i, i, ("One.", "Two."), ()) for i in "qc"}
    example = Example(Item("q", "claim", "c"), 1, "w", "")
    page = build([example], papers, scheme=bare_scheme())
    check_parts(page)
    assert "One. Two." in page and "<mark>" not in page
    text = "".join(Checker(page).text)
    assert text.count("There is no worked example of this facet.") == 1


def test_a_facet_with_the_name_of_another_part_has_a_place_of_its_own():
    read = yaml.safe_load(TWO_FACETS)
    read["facets"][0]["name"] = "task"
    page = build([], {}, scheme=parse_scheme(read, "tasks.yaml"))
    check_parts(page)
    tags = Checker(page).tags
    ids = [attributes.get("id") for tag, attributes in tags if tag == "section"]
    assert ids == ["task", "facet-task", "evidence"]
