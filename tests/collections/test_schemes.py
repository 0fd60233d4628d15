"""Schemes: what a file says, what a collection carries, and every mistake at once."""

import copy
from pathlib import Path

import pytest
import yaml

from paperpool.collections.schemes import (
    default_scheme,
    find_collection_scheme,
    find_scheme,
    parse_scheme,
    read_scheme,
)
from paperpool.errors import UserError

from ..made.schemes import TWO_FACETS, two_facets_scheme


@pytest.fixture
def read():
    """Return a function: the scheme of ``TWO_FACETS`` with keys changed."""

    def parse(**changes):
        return parse_scheme(yaml.safe_load(TWO_FACETS) | changes, "mine.yaml")

    return parse


@pytest.fixture
def mistakes(read):
    """Return a function: (what, where) of the mistakes of changed keys."""

    def list_mistakes(**changes):
        with pytest.raises(UserError) as caught:
            read(**changes)
        return [(problem.what, problem.where) for problem in caught.value.problems]

    return list_mistakes


def test_the_default_scheme_is_csfcubes():
    scheme = default_scheme()
    assert scheme.slices == ("background", "method", "result", "all")
    assert scheme.labels_of("background") == {"background", "objective"}
    assert scheme.labels_of("Art") == {"Art"}  # a part of another collection is its own label
    assert scheme.facet_of("objective") == "background" and scheme.facet_of("other") is None
    assert (scheme.max_grade, scheme.relevant, scheme.gains) == (3, 2, (0, 1, 2, 3))
    assert list(scheme.grade_names) == [3, 2, 1, 0]
    for facet in scheme.facets:
        assert list(facet.grades) == [3, 2, 1, 0] and all(facet.grades.values())


def test_a_scheme_of_ones_own():
    scheme = two_facets_scheme()
    assert scheme.facet_names == ("claim", "evidence")
    assert scheme.slice_titles == {"all": "All queries", "claim": "Claim", "evidence": "Evidence"}
    assert scheme.facet("claim").heading == "Claim"
    assert scheme.facet("claim").grades == {1: "The same.", 0: "Something else."}
    assert scheme.headings == {"claim": "assertion", "conclusion": "assertion", "findings": "data"}
    assert scheme.facet_of("theory") == "evidence" and scheme.facet_of("aside") is None


def test_headings_are_compared_without_case_colon_and_extra_blanks(read):
    headings = {"data": ["MATERIALS  and Methods:"]}
    assert read(headings=headings).headings == {"materials and methods": "data"}


def test_facets_of_a_scheme_without_labels_are_questions_about_whole_abstracts(read):
    facets = [{"name": "claim", "question": "What?"}]
    scheme = read(labels=[], facets=facets, headings={})
    assert scheme.labels == () and scheme.labels_of("claim") == frozenset()


def test_a_folder_carries_its_scheme(tmp_path):
    assert find_collection_scheme(tmp_path) == find_scheme("csfcube")
    (tmp_path / "scheme.yaml").write_text(TWO_FACETS)
    assert read_scheme(find_collection_scheme(tmp_path)) == two_facets_scheme()


def test_mistakes_are_told_all_at_once(mistakes):
    facets = copy.deepcopy(yaml.safe_load(TWO_FACETS)["facets"])
    facets[0]["labels"] = []
    facets[1]["labels"] = ["data", "nonsense"]
    found = mistakes(facets=facets, relevant=2, headings={"unknown": ["x"]}, colour="red")
    assert found == [
        ("Unknown key 'colour'.", "mine.yaml"),
        ("No label 'unknown'.", "mine.yaml, headings.unknown"),
        ("The facet 'claim' has no labels.", "mine.yaml, facets.0.labels"),
        ("No label 'nonsense'.", "mine.yaml, facets.1.labels"),
        ("The key relevant is 2.", "mine.yaml, relevant"),
    ]


def test_an_empty_file_lacks_keys_and_is_told_of_nothing_that_follows(tmp_path):
    (tmp_path / "mine.yaml").write_text("")
    with pytest.raises(UserError) as caught:
        read_scheme(tmp_path / "mine.yaml")
    found = [problem.what for problem in caught.value.problems]
    assert found == [
        "A scheme has the name None.",
        "The key grades is None.",
        "The key facets is None.",
    ]


def test_sentences_that_nothing_labels_have_a_label_of_the_scheme(read):
    assert read(unlabelled="aside").unlabelled == "aside"
    bare = {"labels": [], "headings": {}, "facets": [{"name": "claim", "question": "What?"}]}
    for changes, labels in (({}, "assertion, data, theory, aside"), (bare, "it has none")):
        with pytest.raises(UserError, match="would have the label 'asid'") as caught:
            read(unlabelled="asid", **changes)
        [problem] = caught.value.problems
        assert problem.where == "mine.yaml, unlabelled"
        assert problem.hint == f"Name one of the scheme's labels: {labels}."


def test_hints_name_what_was_meant(read):
    with pytest.raises(UserError) as caught:
        read(unlabeled="aside", labels=[], headings={})
    hints = [problem.hint for problem in caught.value.problems]
    assert hints[0].startswith("Did you mean 'unlabelled'? The keys are name, title, ")
    assert "The scheme has no labels: list them under the key labels, or use none." in hints


@pytest.mark.parametrize(
    ("gains", "message"),
    [
        ((0, 2, 1), "The gain falls at grade 2."),
        ((0, 1, 1), "Grade 2 is relevant and gains no more than the grade below it."),
        ((0, -1, 3), "The gain is -1."),
        ((0, float("nan"), 3), "The gain is nan."),
        ((0, True, 3), "The gain is True."),
    ],
)
def test_gains_rise_with_grades(mistakes, gains, message):
    grades = [{"name": f"g{i}", "gain": gain} for i, gain in enumerate(gains)]
    assert mistakes(grades=grades, relevant=2)[0][0] == message


@pytest.mark.parametrize("name", ["Claim", "a/b", "a_b", "", None, "..", "é"])
def test_a_facets_name_can_be_part_of_a_files_name(mistakes, name):
    facets = [{"name": name, "question": "What?", "labels": ["data"]}]
    assert f"A facet has the name {name!r}." in [what for what, _ in mistakes(facets=facets)]


def test_names_are_given_once(mistakes):
    facet = {"name": "claim", "question": "What?", "labels": ["data"]}
    twice = mistakes(facets=[facet, facet], labels=["data", "data"], headings={})
    assert [what for what, _ in twice] == [
        "Two facets are called 'claim'.",
        "The label 'data' is listed twice.",
    ]
    both = [facet, {**facet, "name": "other"}]
    assert mistakes(facets=both, labels=["data"], headings={}) == [
        ("The label 'data' belongs to 'claim' and 'other'.", "mine.yaml, facets.1.labels")
    ]
    for reserved in ("all", "any"):
        taken = mistakes(facets=[{**facet, "name": reserved}], labels=["data"], headings={})
        assert taken == [(f"A facet is called {reserved!r}.", "mine.yaml, facets")]
    grades = [{"name": "Alike", "gain": gain} for gain in (0, 1)]
    assert mistakes(grades=grades) == [("Two grades are called 'Alike'.", "mine.yaml, grades")]
    headings = {"data": ["Aim", "aim:"], "theory": ["AIM"]}
    assert [what for what, _ in mistakes(headings=headings)] == [
        "The heading 'aim' is listed twice.",
        "The heading 'aim' stands for two labels.",
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"facets": "claim"},
        {"facets": []},
        {"facets": ["claim"]},
        {"grades": [{"name": "only"}]},
        {"grades": None},
        {"labels": "data"},
        {"labels": [1]},
        {"headings": ["Aim"]},
        {"guideline": {"generel": ["x"]}},
        {"guideline": "Judge."},
        {"examples": ["a"]},
        {"name": None},
        {"title": ""},
        {"relevant": "1"},
        {"relevant": True},
        {"relevant": None},
        {"facets": [{"name": "claim", "question": " ", "labels": ["data"]}]},
        {"facets": [{"name": "a", "question": "b", "labels": ["data"], "grades": {2: "x"}}]},
    ],
)
def test_malformed_values_are_told_with_their_place(mistakes, changes):
    [key] = changes
    found = mistakes(**changes)
    assert any(key in what or key in where for what, where in found), found
    assert all(where.startswith("mine.yaml") for _, where in found)


@pytest.mark.parametrize("label", ["Data", "the  data", " data"])
def test_labels_are_in_lower_case_as_sheets_have_them(mistakes, label):
    facets = [{"name": "claim", "question": "What?", "labels": [label]}]
    assert mistakes(facets=facets, labels=[label], headings={}) == [
        (f"The label {label!r} is not in lower case.", "mine.yaml, labels")
    ]


def test_the_name_of_the_default_scheme_is_its_own(mistakes, tmp_path):
    assert mistakes(name="csfcube") == [
        ("The scheme has the name 'csfcube', which is taken.", "mine.yaml")
    ]
    copy_of_default = tmp_path / "scheme.yaml"
    copy_of_default.write_text(Path(find_scheme(None)).read_text())
    assert read_scheme(copy_of_default) == default_scheme()
