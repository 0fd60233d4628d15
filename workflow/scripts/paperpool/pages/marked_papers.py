"""Papers on pages, with the sentences of a facet marked."""

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from paperpool.collections.collection import Paper


@dataclass(frozen=True)
class MarkedPaper:
    """A paper; ``passages`` are runs of its sentences, each with whether it is of the facet."""

    paper_id: str
    title: str
    passages: list[tuple[str, bool]]

    @property
    def is_marked(self) -> bool:
        """Whether any sentence is of the facet."""
        return any(is_facet for _, is_facet in self.passages)


def mark_paper(paper: Paper, facet: str) -> MarkedPaper:
    """Return the paper with adjacent sentences of the same kind joined."""
    sentences = zip(paper.sentences, paper.facet_labels(facet), strict=True)
    passages = []
    for is_facet, group in groupby(sentences, key=itemgetter(1)):
        passages.append((" ".join(sentence for sentence, _ in group), is_facet))
    return MarkedPaper(paper.paper_id, paper.title, passages)
