"""Hostile texts of a run, its papers and its visitors on the search page, in a browser."""

from dataclasses import replace

import pytest

from paperpool.extras.search_page.model import Example, Found, Link, Result, Sentence, Suggestion

from ...made.hostile_texts import HOSTILE, make_hostile_scheme
from ...made.in_browser import check_harmless, follow

PATHS = {
    "search?paper=1": 200,
    "search?paper=1&like=2&unlike=3&sentence=2&facet=none": 400,
    "search?paper=some": 200,
}


@pytest.fixture
def engine(engine):
    """An engine whose run, papers, labels, fields and notes all have the hostile text."""
    scheme = make_hostile_scheme()
    sentences = tuple(Sentence(HOSTILE, label) for label in (*scheme.labels, None, HOSTILE))
    asked = Example("1" + HOSTILE, HOSTILE, sentences, 2015)
    stated = dict.fromkeys(("title", "doi", "arxiv_id", "acl_id", "venue"), HOSTILE)
    stated |= dict.fromkeys(("fields", "authors"), (HOSTILE, HOSTILE))
    links = (Link(0, 1, 0.5), Link(1, 0, 0.25))
    results = []
    for rank in (1, 2):
        one = Result(
            rank=rank, paper_id=f"{rank}{HOSTILE}", score=1.0, sentences=sentences, links=links,
            year=2001, cited=True, citations=3, grade=2, **stated,
        )  # fmt: skip
        results.append(one)

    engine.facts = replace(
        engine.facts,
        run=HOSTILE,
        collection=HOSTILE,
        fields=((HOSTILE, 3), ("Physics", 1)),
        scheme=scheme,
        examples=tuple(Suggestion(f"{number}{HOSTILE}", HOSTILE, 2015) for number in range(10)),
    )
    engine.look_up = lambda named: engine.facts.examples if named == "some" else asked

    def search(example, settings):
        others = ((asked,) * len(settings.like), (asked,) * len(settings.unlike))
        return Found(example, settings, (0, 1), tuple(results), 2, 0.1, (HOSTILE,), *others)

    engine.search = search
    return engine


def test_no_text_runs_or_loads_or_breaks_the_page(page):
    start = page.url
    check_harmless(page)
    for path, status in PATHS.items():
        assert page.goto(start + path).status == status
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        check_harmless(page)

    page.goto(start)
    page.get_by_label("Title", exact=True).fill(HOSTILE[:900])
    page.get_by_label("Abstract", exact=True).fill(HOSTILE)
    follow(page, page.get_by_role("button", name="Search by this text"))
    check_harmless(page)


def test_what_is_saved_can_be_read(client):
    for ending in ("csv", "json", "bib"):
        assert client.get(f"/export/{ending}?paper=1").status_code == 200
