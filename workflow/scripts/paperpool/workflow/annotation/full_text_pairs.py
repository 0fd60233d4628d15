"""Draw the pairs that are graded twice, from abstracts and from full texts, and make their tasks.

Source: CSFCube, appendix B: 9 query abstracts, 3 of each facet, of all types of paper, and 5
candidates of each, drawn at random from across all relevance levels. The paper leaves open how
levels share 5 places: here they take turns, and the remaining places go to levels at random. A hash
of the seed and the ids breaks ties, so that a changed grade moves no other query's candidates.

The second pass hides the first one's grades and the abstracts: a paper is its title and a link.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

import pandas as pd

from paperpool.collections.collection import Judgments, Pair, Paper
from paperpool.collections.schemes import UNGRADED
from paperpool.errors import Problem, UserError
from paperpool.io.csv_rows import read_rows
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material
from paperpool.workflow.annotation.tasks import (
    Task,
    describe_facet,
    describe_paper,
    escape,
    make_task,
    order_items,
    shuffling_key,
)

N_QUERIES = 3
"""Queries of each facet."""

N_CANDIDATES = 5
"""Candidates of each query."""

COLUMNS = "query_id facet candidate_id paper_type grade".split()

_PURPOSE = "full text"  # of random draws


def draw_pairs(
    material: Material, judgments: Mapping[Pair, Judgments], seed: int
) -> list[tuple[Item, str, int]]:
    """Return the items to be graded twice, each with its query's type and its settled grade.

    Sorted by facet and query. Raises UserError if a facet has too few queries with ``N_CANDIDATES``
    graded candidates.
    """
    graded: dict[Pair, dict[Item, int]] = {}
    for item in material.items():
        pair = (item.query_id, item.facet)
        grades = judgments[pair].grades() if pair in judgments else {}
        grade = grades.get(item.candidate_id, UNGRADED)
        if grade != UNGRADED:
            graded.setdefault(pair, {})[item] = grade

    types = {(query.paper_id, query.facet): query.paper_type for query in material.queries}
    able = {pair: types[pair] for pair, items in graded.items() if len(items) >= N_CANDIDATES}
    drawn = []
    for pair in _pick_queries(able, material.scheme.facet_names, seed):
        for item in sorted(_draw_candidates(graded[pair], seed)):
            drawn.append((item, types[pair], graded[pair][item]))
    return drawn


def _pick_queries(types: Mapping[Pair, str], facet_names: Sequence[str], seed: int) -> list[Pair]:
    """Return the queries, facets in turn: new papers first, then rare types."""
    n_queries = Counter(facet for _, facet in types)
    lacking = [facet for facet in facet_names if n_queries[facet] < N_QUERIES]
    if lacking:
        message = f"Too few queries have {N_CANDIDATES} graded candidates: {', '.join(lacking)}."
        hint = f"The second pass takes {N_QUERIES} queries of each facet (CSFCube, appendix B)."
        raise UserError(Problem(message, "the annotated collection", hint))

    picked: list[Pair] = []
    shuffled = sorted(types, key=lambda pair: shuffling_key(seed, _PURPOSE, *pair))
    for facet in tuple(facet_names) * N_QUERIES:
        papers = {query for query, _ in picked}
        counts = Counter(types[pair] for pair in picked)
        left = [pair for pair in shuffled if pair[1] == facet and pair not in picked]
        picked.append(min(left, key=lambda pair: (pair[0] in papers, counts[types[pair]])))
    return sorted(picked, key=lambda pair: (facet_names.index(pair[1]), pair[0]))


def _draw_candidates(grades: Mapping[Item, int], seed: int) -> list[Item]:
    """Return ``N_CANDIDATES`` items, given by their grades: each level gives one in turn."""
    levels: dict[int, list[Item]] = {}
    for item in sorted(grades, key=lambda item: shuffling_key(seed, _PURPOSE, *item)):
        levels.setdefault(grades[item], []).append(item)
    drawn: list[Item] = []
    for turn in range(N_CANDIDATES):  # as many as one level alone would need
        offered = [items[turn] for items in levels.values() if turn < len(items)]
        drawn += sorted(offered, key=lambda item: shuffling_key(seed, _PURPOSE, "turn", *item))
    return drawn[:N_CANDIDATES]


def pairs_table(drawn: Iterable[tuple[Item, str, int]]) -> pd.DataFrame:
    """Return the drawn pairs as the table of ``COLUMNS``."""
    rows = []
    for item, paper_type, grade in drawn:
        rows.append((item.query_id, item.facet, item.candidate_id, paper_type, grade))
    return pd.DataFrame(rows, columns=COLUMNS)


def read_pairs(path: str | Path) -> list[Item]:
    """Read the items of the table of ``pairs_table``."""
    items = []
    for row in read_rows(path):
        items.append(Item(row["query_id"], row["facet"], row["candidate_id"]))
    return items


ABSTRACT = "abstract"
FULL_TEXT = "full_text"

PASSES = (ABSTRACT, FULL_TEXT)
"""The ``data.stage`` of a task of either pass."""

SITE = "https://api.semanticscholar.org/CorpusID:"
"""Before a paper's id, its page of Semantic Scholar, whose corpus ids S2ORC has."""


def make_pass(items: Iterable[Item], material: Material, stage: str, seed: int) -> Iterator[Task]:
    """Yield the tasks of a pass, one of ``PASSES``, a query's candidates in their drawn order."""
    is_whole = stage == FULL_TEXT
    scheme = material.scheme
    general = scheme.full_texts if is_whole else scheme.general
    describe = describe_full_text if is_whole else describe_paper
    for item in order_items(items, seed):
        guide = describe_facet(scheme, item.facet, general)
        yield make_task(item, material, stage, guide, describe)


def describe_full_text(paper: Paper, labels: Set[str]) -> str:
    """Return title and link as HTML, whatever the ``labels``; only numeric ids have a link."""
    title = escape(paper.title) or "(no title)"
    link = "(no link: its id is none of Semantic Scholar's)"
    if paper.paper_id.isascii() and paper.paper_id.isdigit():
        address = f"{SITE}{paper.paper_id}"
        link = f'<a href="{address}" target="_blank" rel="noopener noreferrer">Full text</a>'
    return f"<div><h4>{title}</h4><p>{link}</p></div>"
