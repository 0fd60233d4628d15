"""Small collections with grades that can be counted by hand, and the release."""

import json
from dataclasses import replace

import pytest

from paperpool.collections.collection import Collection, Judgments, Paper, Pool, Query
from paperpool.collections.csfcube_folds import cross_halves
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.extras.demo.simulated_annotators import format_export
from paperpool.workflow.annotation.material import gather_material

from ..made.schemes import bare_scheme, two_facets_scheme


@pytest.fixture(scope="session")
def release(real_data):
    """The released collection."""
    return read_collection(real_data("csfcube"))


@pytest.fixture(scope="session")
def released_queries(root):
    """The list of the pairs that the paper reports on."""
    return root / "workflow/scripts/paperpool/resources/published/csfcube_queries.txt"


def make_material(
    candidates,
    queries=("q",),
    facets=("method",),
    labels=("background", "objective", "method", "other"),
    sources=(("cited",),),
    scheme=None,
):
    """Return query papers and candidates with a sentence of each label; ``sources`` take turns.

    The scheme is the default one unless it is named.
    """
    papers = {
        i: Paper(i, f"On {i}", tuple(f"The {label} of {i}." for label in labels), labels, 1987)
        for i in (*queries, *candidates)
    }
    named = tuple(sources[n % len(sources)] for n in range(len(candidates)))
    listed = [Query(query, facet, 1987, "V", "typeof") for query in queries for facet in facets]
    pools = dict.fromkeys(queries, Pool(tuple(candidates), named))
    return gather_material(listed, pools, papers, scheme or default_scheme())


def make_claims(candidates=("c1", "c2", "c3"), queries=("q1", "q2")):
    """Return the material of the scheme of two facets and two grades."""
    scheme = two_facets_scheme()
    return make_material(candidates, queries, scheme.facet_names, scheme.labels, scheme=scheme)


def make_bare(candidates=("c1", "c2", "c3"), queries=("q1", "q2")):
    """Return the same of a scheme without labels, whose facets are of whole abstracts."""
    scheme = bare_scheme()
    material = make_material(candidates, queries, scheme.facet_names, ("one", "two"), scheme=scheme)
    papers = {i: replace(paper, labels=()) for i, paper in material.papers.items()}
    return replace(material, papers=papers)


def write_export(path, said, stage):
    """Write the grades of users by item as an export; return its path."""
    path.write_text(json.dumps(format_export(said, stage)))
    return path


def judge(adjudicated, **annotators):
    """Return judgments of the candidates c0, c1, ..., a grade per character, ``-`` ungraded."""

    def parse(grades):
        return tuple(-1 if grade == "-" else int(grade) for grade in grades)

    names = tuple(f"c{i}" for i in range(len(adjudicated)))
    said = {name: parse(grades) for name, grades in annotators.items()}
    return Judgments(names, parse(adjudicated), said)


def collect(judgments, sources=None, queries=(), scheme=None):
    """Return a collection of ``judgments``, by (query, facet); ``sources`` are by query.

    The scheme is the default one unless it is named.
    """
    scheme = scheme or default_scheme()
    papers = {query: Paper(query, query, (), (), 2003) for query, _ in judgments}
    pools = {}
    for (query, _), judged in judgments.items():
        named = (sources or {}).get(query, {c: ("cited",) for c in judged.candidates})
        pools[query] = Pool(tuple(named), tuple(named.values()))
    of_slice = {
        part: [pair for pair in judgments if part in ("all", pair[1])] for part in scheme.slices
    }
    folds = cross_halves({part: (pairs[::2], pairs[1::2]) for part, pairs in of_slice.items()})
    listed = [Query(*query) for query in queries]
    return Collection(papers, pools, dict(judgments), folds, listed, scheme=scheme)
