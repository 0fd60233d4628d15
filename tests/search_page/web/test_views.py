"""Values for the templates, worked out by hand."""

from paperpool.collections.schemes import default_scheme
from paperpool.extras.search_page.model import Example, Found, Link, Result, RunFacts, Settings
from paperpool.extras.search_page.web import views

from ...made.schemes import two_facets_scheme


def result(rank, *links, **ids):
    return Result(rank, f"p{rank}", "T", 1.0, (), links, **ids)


def test_the_five_nearest_results_of_a_sentence_come_nearest_first():
    links = [(1, 0.2), (2, 0.9), (3, 0.5), (4, 0.9), (5, 0.1), (6, 0.3)]
    results = tuple(result(rank, Link(2, 7, value)) for rank, value in links)
    found = Found(Example(None, "", ()), Settings(), (2,), results, 6, 0.0)
    assert [rank for rank, _ in views.nearest_by_asked(found)[2]] == [2, 4, 3, 6, 1]


def test_links_are_grouped_by_the_sentence_found():
    one, two, three = Link(0, 4, 0.9), Link(1, 2, 0.8), Link(5, 4, 0.7)
    grouped = views.links_by_found(result(1, one, two, three))
    assert grouped == {4: [one, three], 2: [two]}
    assert views.asked_numbers(grouped[4]) == "1 6"


def test_ids_cannot_leave_their_site():
    shown = result(1, doi="10.1/x?y#z", arxiv_id="javascript:alert(1)", acl_id='"><b>')
    assert [site for _, _, site in views.outgoing_links(shown)] == [
        "https://doi.org/10.1/x%3Fy%23z",
        "https://arxiv.org/abs/javascript:alert(1)",
        "https://aclanthology.org/%22%3E%3Cb%3E",
    ]
    assert views.outgoing_links(result(1, doi="")) == []


def test_the_twenty_most_frequent_fields_come_first_the_others_by_name():
    fields = tuple((f"F{i:02}", i) for i in reversed(range(25)))
    first, others = views.group_fields(RunFacts("r", 1, (), fields, None, True, default_scheme()))
    assert first[0] == ("F24", 24) and len(first) == 20
    assert others == [(f"F{i:02}", i) for i in range(5)]


def test_addresses_carry_any_text():
    assert views.address("/search") == "/search"
    assert views.address("/search", [("paper", "a&b=#é")]) == "/search?paper=a%26b%3D%23%C3%A9"


def test_facets_titles_and_colours_are_those_of_the_scheme():
    scheme = two_facets_scheme()
    titles = {"all": "Whole abstract", "claim": "Claim", "evidence": "Evidence"}
    assert views.facet_titles(scheme) == titles
    assert views.facet_of_label("theory", scheme) == "evidence"
    assert views.facet_of_label("aside", scheme) is views.facet_of_label(None, scheme) is None
    assert views.class_of("evidence", scheme) == "facet2"
    assert views.class_of("method", scheme) == views.class_of(None, scheme) == "other"
    assert views.legend_of_labels(scheme) == [("facet1", "Assertion"), ("facet2", "Data, theory")]


def test_badges_have_the_colour_of_relevant_grades_by_the_scheme():
    badges = [views.class_of_grade(grade, default_scheme()) for grade in range(4)]
    assert badges == [" unlike", "", " relevant", " relevant"]
    assert views.class_of_grade(1, two_facets_scheme()) == " relevant"


def test_objectives_have_the_colour_and_the_legend_of_background():
    scheme = default_scheme()
    assert views.facet_of_label("objective", scheme) == "background"
    assert views.legend_of_labels(scheme)[0] == ("facet1", "Background, objective")


def test_a_paper_without_a_title_is_called_by_its_id():
    names = [
        views.heading(Example(i, title, ())) for i, title in (("7", ""), (None, ""), ("7", "T"))
    ]
    assert names == ["Paper 7", "Pasted text", "T"]
