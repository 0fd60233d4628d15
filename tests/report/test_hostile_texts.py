"""Hostile texts of papers, schemes, runs and rankers on the pages, in a browser."""

import pytest

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.evaluation.runs import rank_scores
from paperpool.pages.fragments import make_fragment, write_page
from paperpool.pages.grid import list_grid
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Code, Facts, Fold, Heading, Items, Section, Text
from paperpool.pages.wording import quote
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.worked_examples import Example
from paperpool.workflow.report.annotation.instructions import build_instructions
from paperpool.workflow.report.errors.page import find_query_errors, write_errors_page

from ..made.hostile_texts import HOSTILE, make_hostile_scheme
from ..made.in_browser import check_harmless, watching


def write_parts():
    """Return a page of a section with every part of the report's."""
    columns = [(HOSTILE, 0), (HOSTILE, 1, str), ("last", 2, str)]
    table = list_grid(
        HOSTILE, HOSTILE, columns, {HOSTILE: [(HOSTILE, "1.0", HOSTILE)]}, above={HOSTILE: 2}
    )
    parts = [
        Heading(HOSTILE, "below"),
        Text(HOSTILE),
        Text(quote(HOSTILE)),
        Items([HOSTILE], HOSTILE),
    ]
    parts += [
        Facts({HOSTILE: HOSTILE}),
        Code(HOSTILE),
        Fold(HOSTILE, [Text(HOSTILE), table], "fold"),
        table,
    ]
    sections = [Section("one", HOSTILE, parts), Section("two", HOSTILE, [], link=HOSTILE)]
    return write_page(HOSTILE, HOSTILE, HOSTILE, [make_fragment(sections)])


def write_instructions():
    """Return the instructions by a hostile scheme, with an example for each facet."""
    scheme = make_hostile_scheme()
    papers = {}
    for name in ("q", "c"):
        labels = (scheme.labels[0], HOSTILE)
        papers[name + HOSTILE] = Paper(name + HOSTILE, HOSTILE, (HOSTILE, "Plain."), labels)
    examples = []
    for facet in scheme.facet_names:
        examples.append(Example(Item("q" + HOSTILE, facet, "c" + HOSTILE), 3, HOSTILE, HOSTILE))
    return build_instructions(RunLabel(HOSTILE, True), scheme, examples, papers)


def write_errors():
    """Return the page of errors of two hostile rankers, over a hostile collection."""
    scheme = make_hostile_scheme()
    query = "q" + HOSTILE
    candidates = tuple(f"c{number}{HOSTILE}" for number in range(25))
    papers = {}
    for paper_id in (query, *candidates):
        papers[paper_id] = Paper(paper_id, HOSTILE, (HOSTILE, HOSTILE), (scheme.labels[0], HOSTILE))
    grades = (0,) * 20 + (3,) * 5
    pair = (query, scheme.facet_names[0])
    collection = Collection(
        papers,
        {query: Pool(candidates, ((),) * 25)},
        {pair: Judgments(candidates, grades, {})},
        {},
        [Query(*pair, 2019, HOSTILE, "")],
        scheme=scheme,
    )
    run = {pair: rank_scores((paper, -place) for place, paper in enumerate(candidates))}
    runs = {"a" + HOSTILE: run, "b" + HOSTILE: run}
    queries = find_query_errors(collection, runs, {})
    return write_errors_page(RunLabel(HOSTILE, True), scheme, list(runs), queries, HOSTILE)


@pytest.mark.parametrize("write", [write_parts, write_instructions, write_errors])
def test_no_text_runs_or_loads_or_breaks_the_page(browser, tmp_path, write):
    path = tmp_path / "page.html"
    path.write_text(write(), encoding="utf-8")
    # what the policy would block has to be harmless without it
    with watching(browser, path.as_uri(), bypass_csp=True) as page:
        page.goto(path.as_uri())
        check_harmless(page)
        if write is write_errors:
            page.goto(f"{path.as_uri()}#q1")
            check_harmless(page)
