"""The tasks of the two passes: from the abstracts, and from the full texts.

Source: CSFCube, appendix B. The second pass shows neither the first one's grades nor the abstracts:
a paper is its title and a link to where its full text is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paperpool.annotation.guidelines import FROM_FULL_TEXTS, GENERAL
from paperpool.annotation.material import Item, Material
from paperpool.annotation.tasks import (
    Task,
    describe_facet,
    describe_paper,
    escape,
    make_task,
    order_items,
)
from paperpool.collections.collection import Paper

ABSTRACT = "abstract"
FULL_TEXT = "full_text"

PASSES = (ABSTRACT, FULL_TEXT)
"""What a task of either pass has as ``data.stage``."""

SITE = "https://api.semanticscholar.org/CorpusID:"
"""Before a paper's id, its page of Semantic Scholar, whose corpus ids S2ORC has."""


def make_pass(items: Iterable[Item], material: Material, stage: str, seed: int) -> Iterator[Task]:
    """Yield the tasks of a pass, one of ``PASSES``, a query's candidates in their drawn order."""
    is_whole = stage == FULL_TEXT
    general = FROM_FULL_TEXTS if is_whole else GENERAL
    describe = describe_full_text if is_whole else describe_paper
    for item in order_items(items, seed):
        yield make_task(item, material, stage, describe_facet(item.facet, general), describe)


def describe_full_text(paper: Paper, facet: str) -> str:
    """Return title and link as HTML, for every ``facet`` the same.

    Corpus ids are digits; an id of another form has no link.
    """
    title = escape(paper.title) or "(no title)"
    link = "(no link: its id is none of Semantic Scholar's)"
    if paper.paper_id.isascii() and paper.paper_id.isdigit():
        address = f"{SITE}{paper.paper_id}"
        link = f'<a href="{address}" target="_blank" rel="noopener noreferrer">Full text</a>'
    return f"<div><h4>{title}</h4><p>{link}</p></div>"
