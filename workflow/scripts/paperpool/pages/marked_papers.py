"""Papers on pages, with the sentences of a facet marked."""

from collections.abc import Set
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from paperpool.collections.collection import Paper


@dataclass(frozen=True)
class MarkedPaper:
    """A paper; ``passages`` are runs of its sentences, each with whether it is of the facet.

    ``note`` tells what is missing, empty if nothing is.
    """

    paper_id: str
    title: str
    passages: list[tuple[str, bool]]
    note: str = ""


def mark_paper(paper: Paper, labels: Set[str]) -> MarkedPaper:
    """Return the paper with adjacent sentences of the same kind joined.

    ``labels`` are those of the facet; without any, the facet asks for the whole abstract, and no
    sentence is marked.
    """
    if not paper.sentences:
        return MarkedPaper(paper.paper_id, paper.title, [], "no abstract")
    if not labels:
        return MarkedPaper(paper.paper_id, paper.title, [(paper.abstract, False)])

    marks = paper.mark_labelled(labels)
    sentences = zip(paper.sentences, marks, strict=True)
    passages = []
    for is_facet, group in groupby(sentences, key=itemgetter(1)):
        passages.append((" ".join(sentence for sentence, _ in group), is_facet))
    note = "" if any(marks) else "no sentence of this facet"
    return MarkedPaper(paper.paper_id, paper.title, passages, note)
