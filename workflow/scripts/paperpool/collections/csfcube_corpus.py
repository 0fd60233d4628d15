"""CSFCube over its whole corpus: every paper is ranked for each of the 34 query papers.

SemRank (arXiv 2505.21815, Table 2) and others use CSFCube so: the query is a whole paper, and
papers graded 2 or 3 for any of its facets are relevant.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from paperpool.collections.collection import Collection, Grade, Judgments, OpenPapers
from paperpool.collections.found import ANY

SPLIT = "test"


def open_corpus(collection: Collection) -> OpenPapers:
    """Return the collection of whole papers: a topic per query paper, searching all papers.

    The grade of a paper is its largest gain over the facets. A query paper judged for itself
    (8781666 of the release) stays judged; no ranker retrieves it.
    """
    facets: dict[str, list[dict[str, Grade]]] = {}
    for query, facet in collection.pairs():
        facets.setdefault(query, []).append(collection.gains((query, facet)))

    judgments = {(query, ANY): _take_largest(judged) for query, judged in facets.items()}
    return OpenPapers(
        papers=collection.papers,
        pools={},
        judgments=judgments,
        folds={"all": {SPLIT: list(judgments)}},
        relevant=collection.relevant_gain,
        depth=len(collection.papers),
        names={pair: pair[0] for pair in judgments},
    )


def leave_out_queries(corpus: OpenPapers) -> OpenPapers:
    """Remove the grades of query papers for themselves."""
    judgments = {}
    for pair, judged in corpus.judgments.items():
        query, _ = pair
        grades = judged.grades()
        grades.pop(query, None)
        judgments[pair] = Judgments(tuple(grades), tuple(grades.values()), {})
    return replace(corpus, judgments=judgments)


def _take_largest(facets: Iterable[Mapping[str, Grade]]) -> Judgments:
    grades: dict[str, Grade] = {}
    for judged in facets:
        for candidate, grade in judged.items():
            grades[candidate] = max(grade, grades.get(candidate, grade))

    ordered = sorted(grades)
    return Judgments(tuple(ordered), tuple(grades[i] for i in ordered), {})
