"""Candidate pools of demo queries, drawn as CSFCube draws them (section 3).

Each source ranks a shortlist of candidates by the latent topics that they share with the query,
with noise of its own. The shortlist has fixed numbers of related and unrelated papers, so that
pools look alike in corpora of any size.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from paperpool.extras.demo.corpus_plan import Dirt, Plan
from paperpool.extras.demo.identifiers import on_arxiv
from paperpool.extras.demo.latent import CS, area_of
from paperpool.extras.demo.randomness import Ints
from paperpool.workflow.pools.draw import draw_pool
from paperpool.workflow.pools.names import CITED

SOURCES: dict[str, tuple[float, float, float]] = {
    "title_tfidf": (0.8, 0.6, 0.2),
    "title_cbow200": (0.6, 0.5, 0.2),
    "title_tfidfcbow200": (0.7, 0.6, 0.2),
    "abs_tfidf": (0.7, 0.7, 0.7),
    "abs_cbow200": (0.5, 0.5, 0.5),
    "abs_tfidfcbow200": (0.6, 0.6, 0.6),
    "specter": (0.9, 0.6, 0.4),
}
"""How much each source heeds a shared background, method and result topic."""

QUOTAS = (8, 8, 11, 13)
"""New candidates per source: one of these, by query."""

_AREA_WEIGHT = 0.45
_NOISE = 1.1
_SAME_TOPIC = 4
_SAME_AREA = 12
_UNRELATED = 200
_USABLE = (Dirt.CLEAN, Dirt.NO_YEAR, Dirt.NO_FIELD)


@dataclass(frozen=True)
class Drawn:
    """A pool: candidates (indices) in the order drawn, and the sources that hold each."""

    candidates: Ints
    sources: list[tuple[str, ...]]


def computer_science(plan: Plan) -> npt.NDArray[np.bool_]:
    """Return whether each paper is Computer Science by its fields and on arXiv."""
    latent = plan.latent
    cs = (latent.field == CS) | (latent.second_field == CS)
    return cs & (plan.dirt != Dirt.NO_FIELD) & on_arxiv(plan, np.arange(len(plan)))


def candidates(plan: Plan) -> npt.NDArray[np.bool_]:
    """Return whether the CSFCube filter would keep each paper: those and the papers they cite."""
    kept = computer_science(plan)
    cites = np.repeat(kept, plan.outbound.counts())
    kept[plan.outbound.columns[cites]] = True
    return kept & np.isin(plan.dirt, _USABLE)


def draw_query_pool(plan: Plan, query: int, usable: Ints, generator: Generator) -> Drawn:
    """Draw the pool of ``query``, which repeats no paper, from the ``usable`` (sorted indices)."""
    banned = np.flatnonzero(plan.twin_of == query)
    cited = np.setdiff1d(np.intersect1d(plan.outbound.row(query), usable), banned)
    usable = np.setdiff1d(usable, np.append(banned, query))

    shortlist = _shortlist(plan, query, np.setdiff1d(usable, cited), generator)
    shortlist = np.union1d(shortlist, cited)
    ranked = _rank(plan, query, shortlist, generator)

    quota = int(generator.choice(QUOTAS))
    names = [list(SOURCES)[i] for i in generator.permutation(len(SOURCES))]
    rankings = {CITED: list(map(str, cited.tolist()))}
    for name in names:
        rankings[name] = list(map(str, ranked[name]))

    pool = draw_pool(rankings, names, quota, {}).candidates
    order = [CITED, *names]
    sources = [tuple(sorted(candidate.sources, key=order.index)) for candidate in pool]
    return Drawn(np.array([int(candidate.paper_id) for candidate in pool]), sources)


def _shortlist(plan: Plan, query: int, usable: Ints, generator: Generator) -> Ints:
    """Return some papers that share each facet's topic, some of its area, and others."""
    topics = plan.latent.topics
    parts = [_sample(usable, _UNRELATED, generator)]
    for facet in range(3):
        mine = topics[query, facet]
        theirs = topics[usable, facet]
        same = theirs == mine
        near = (area_of(theirs) == area_of(mine)) & ~same
        parts.append(_sample(usable[same], _SAME_TOPIC, generator))
        parts.append(_sample(usable[near], _SAME_AREA, generator))
    return np.unique(np.concatenate(parts))


def _sample(papers: Ints, count: int, generator: Generator):
    return generator.choice(papers, min(count, len(papers)), replace=False)


def _rank(plan: Plan, query: int, papers: Ints, generator: Generator) -> dict[str, list[int]]:
    """Return for each source ``papers`` by its similarity to the query, most similar first."""
    mine = plan.latent.topics[query]
    theirs = plan.latent.topics[papers]
    likeness = np.where(area_of(theirs) == area_of(mine), _AREA_WEIGHT, 0.0)
    likeness = np.where(theirs == mine, 1.0, likeness)
    rankings = {}
    for name, weights in SOURCES.items():
        scores = likeness @ np.array(weights) + _NOISE * generator.random(len(papers))
        rankings[name] = papers[np.argsort(-scores, kind="stable")].tolist()
    return rankings
