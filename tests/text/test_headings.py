"""Headings of structured abstracts, as they stand in texts without markup and line breaks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.text.headings import HeadingFinder

TABLE = {
    "background": "background",
    "purpose": "objective",
    "aims": "objective",
    "objective": "objective",
    "hypothesis": "objective",
    "design": "method",
    "setting": "method",
    "participants": "method",
    "methods": "method",
    "materials and methods": "method",
    "results": "result",
    "conclusion": "result",
    "conclusions": "result",
    "level of evidence": "other",
}
FINDER = HeadingFinder(TABLE)


def find(text, finder=FINDER):
    """Return (heading, label, text) of each section, or None."""
    sections = finder.find_sections(text)
    if sections is None:
        return None
    return [(section.heading, section.label, section.text) for section in sections]


METHODS_AND_RESULTS = [("methods", "method", "We drew."), ("results", "result", "It grew.")]


@pytest.mark.parametrize(
    "text",
    [
        "Methods: We drew. Results: It grew.",
        "METHODS: We drew. RESULTS: It grew.",
        "Methods:We drew.Results:It grew.",
        "METHODS:: We drew. RESULTS :: It grew.",
        "Methods. We drew. Results. It grew.",
        "Methods - We drew. Results – It grew.",
        "Methods-We drew. Results-It grew.",
        "METHODS\nWe drew.\n\nRESULTS\nIt grew.",
        "Methods We drew. Results It grew.",
        "METHODS We drew. RESULTS It grew.",
        "MethodsWe drew. ResultsIt grew.",
        "METHODSWe drew.RESULTSIt grew.",
        "Abstract Methods: We drew. Results: It grew.",
        "Article AbstractMethods: We drew. Results: It grew.",
    ],
)
def test_headings_in_all_their_forms(text):
    assert find(text) == METHODS_AND_RESULTS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "We drew. Results: It grew.",
        "Results: It grew. Results: It grew again.",
        "In the results: It grew. By our methods: We drew.",
        "methods: We drew. results: It grew.",
        "Our Methods We drew. Their Results It grew.",
        "Background Subtraction is hard. Background Noise is loud.",
        "Design Patterns are old. Setting Goals helps.",  # two headings of one label, both bare
        "1. Part. Conclusion. A. 2. Part. Conclusion. B. Background. 3. Conclusion. C.",
    ],
)
def test_texts_that_are_not_structured_stay_whole(text):
    assert find(text) is None


def test_no_table_finds_no_heading():
    assert find("Methods: We drew. Results: It grew.", HeadingFinder({})) is None


def test_a_section_goes_on_to_the_next_heading():
    text = "Aims To see. And to hear. Results: It grew. Twice. Conclusions It grows."
    assert find(text) == [
        ("aims", "objective", "To see. And to hear."),
        ("results", "result", "It grew. Twice."),
        ("conclusions", "result", "It grows."),
    ]


def test_what_stands_above_the_first_heading_has_no_label():
    text = "Trees are old. We drew many of them. Methods: We drew. Results: It grew."
    lead = ("", None, "Trees are old. We drew many of them.")
    assert find(text) == [lead, *METHODS_AND_RESULTS]


def test_joined_headings_have_the_label_that_they_share():
    text = (
        "Purpose/Hypothesis: It grows. DESIGN, SETTING, AND PARTICIPANTS Trees. "
        "Materials & Methods: We drew. Methods and Results: It grew."
    )
    assert find(text) == [
        ("purpose/hypothesis", "objective", "It grows."),
        ("design, setting, and participants", "method", "Trees."),
        ("materials and methods", "method", "We drew."),
        ("methods and results", None, "It grew."),
    ]


def test_a_heading_below_a_heading():
    text = "METHODS:Design: A trial. Setting: A wood. Results: It grew."
    assert find(text)[:2] == [("methods", "method", ""), ("design", "method", "A trial.")]


def test_a_heading_needs_no_full_stop_before_it_if_it_has_a_colon():
    text = "METHODS: We drew (n = 5) RESULTS: It grew"
    assert find(text) == [
        ("methods", "method", "We drew (n = 5)"),
        ("results", "result", "It grew"),
    ]


def test_numbers_after_bare_headings():
    assert find("Methods 56 trees. Results 91.2% grew.") == [
        ("methods", "method", "56 trees."),
        ("results", "result", "91.2% grew."),
    ]
    # a single digit numbers the headings themselves
    assert find("Hypothesis 1 was right. Aims 2 and 3 were not.") is None


def test_unknown_headings_end_a_section_and_stay_in_the_text():
    text = "Methods: We drew. Tree Rings: They are wide. Results: It grew."
    sections = FINDER.find_sections(text)
    assert [(s.heading, s.is_known, s.label) for s in sections] == [
        ("methods", True, "method"),
        ("tree rings", False, None),
        ("results", True, "result"),
    ]
    assert sections[1].text == "Tree Rings: They are wide."


def test_a_clause_before_a_colon_is_no_heading():
    text = "Methods: We drew. The trees were these: Oak and ash. Results: It grew."
    assert [section[0] for section in find(text)] == ["methods", "results"]


def test_a_bare_heading_in_capitals_that_goes_on_is_unknown():
    text = "METHODS: We drew. RESULTS FOR OAKS. They grew. CONCLUSION MOT is good."
    assert find(text)[1:] == [
        ("results …", None, "RESULTS FOR OAKS. They grew."),
        ("conclusion", "result", "MOT is good."),
    ]


TEXTS = st.lists(
    st.sampled_from(
        [*TABLE, "We drew.", "It", "GREW", "Abstract", ":", ". ", "\n", " - ", "Tree: "]
    )
)


@given(TEXTS, st.booleans())
def test_nothing_but_headings_is_lost(parts, in_capitals):
    text = " ".join(part.upper() if in_capitals else part.capitalize() for part in parts)
    sections = FINDER.find_sections(text)
    if sections is None:
        return
    assert len({section.heading for section in sections if section.is_known}) >= 2
    left = text
    for section in sections:
        if section.text:
            # sections stand in the text in their order, with no more than headings between them
            before, found, left = left.partition(section.text)
            assert found == section.text
            assert "We drew." not in before and "It" not in before.split()
    assert "We drew." not in left
