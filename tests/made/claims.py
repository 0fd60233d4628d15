"""A small collection of the scheme of claims, in memory and as a folder."""

from pathlib import Path

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.collections.csfcube_folds import cross_halves
from paperpool.collections.schemes import SCHEME
from paperpool.workflow.csfcube.release_writer import write_collection

from .schemes import TWO_FACETS, two_facets_scheme

QUERY_PAPERS = ("q1", "q2", "q3", "q4")


def make_claims() -> Collection:
    """Return four query papers with both facets and ten judged candidates each, half relevant."""
    scheme = two_facets_scheme()
    candidates = tuple(f"c{number}" for number in range(10))
    papers = {}
    for number, paper_id in enumerate((*QUERY_PAPERS, *candidates)):
        sentences = tuple(f"The {label} of topic{number % 3}." for label in scheme.labels)
        papers[paper_id] = Paper(paper_id, f"On {paper_id}", sentences, scheme.labels)

    judgments = {}
    for i, query in enumerate(QUERY_PAPERS):
        for j, facet in enumerate(scheme.facet_names):
            grades = tuple((i + j + k) % 2 for k in range(len(candidates)))
            judgments[query, facet] = Judgments(candidates, grades, {"ann1": grades})
    pools = {query: Pool(candidates, (("cited",),) * len(candidates)) for query in QUERY_PAPERS}

    halves = {}
    for name in scheme.slices:
        pairs = [pair for pair in judgments if name in ("all", pair[1])]
        first = [pair for pair in pairs if pair[0] in QUERY_PAPERS[:2]]
        halves[name] = (first, [pair for pair in pairs if pair not in first])
    return Collection(
        papers,
        pools,
        judgments,
        cross_halves(halves),
        [Query(*pair, 2020, papers[pair[0]].title) for pair in judgments],
        relevant=scheme.relevant,
        scheme=scheme,
    )


def write_claims(folder: Path, scheme: str = TWO_FACETS) -> Path:
    """Write the collection's files and the text of its scheme into a folder, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    scheme_file = folder / SCHEME
    scheme_file.write_text(scheme)
    write_collection(make_claims(), folder, scheme_file)
    return folder
