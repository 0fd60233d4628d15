"""Draw the candidate pool of a query from the rankings of several sources.

Source: CSFCube, section 3, and the released pools: all cited papers come first. The ranked sources
follow in an order shuffled per query; each goes down its ranking until it has given its quota of
new papers.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperpool.workflow.pools.names import CITED


@dataclass(frozen=True)
class Candidate:
    """A paper of a pool, with the source that gave it and all sources that reached it.

    ``sources`` begins with ``drawn_by``, as in the release.
    """

    paper_id: str
    drawn_by: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """The draw of one source: ``n_new`` papers, read down to rank ``depth`` (0 if not read).

    ``quota`` is None for cited papers; all of them are taken. A source is ``dry`` if its ranking
    ends before its quota is filled.
    """

    source: str
    quota: int | None
    n_new: int
    depth: int

    @property
    def shortfall(self) -> int:
        """How many papers are missing from the quota."""
        if self.quota is None:
            return 0
        return self.quota - self.n_new

    @property
    def dry(self) -> bool:
        """Whether the ranking ended before the quota was filled."""
        return self.shortfall > 0


@dataclass(frozen=True)
class DrawnPool:
    """The pool of a query: its candidates in the order drawn, and the turns that gave them."""

    candidates: tuple[Candidate, ...]
    turns: tuple[Turn, ...]


def shuffle_sources(sources: Sequence[str], query: str, seed: int) -> list[str]:
    """Return ``sources`` in an order that depends on the query and the seed alone."""
    key = int.from_bytes(hashlib.sha256(query.encode()).digest()[:8], "big")
    order = np.random.default_rng([seed, key]).permutation(len(sources))
    return [sources[i] for i in order]


def draw_pool(
    rankings: Mapping[str, Sequence[str]], order: Sequence[str], quota: int, same: Mapping[str, str]
) -> DrawnPool:
    """Draw a pool: all of CITED's ranking, then ``quota`` new papers from each source in ``order``.

    ``rankings`` has the candidates of each source, best first, without the query and its twins.
    ``same`` maps the ids of a paper with twins to one name; only its first id enters the pool.
    """
    drawn: dict[str, tuple[str, str]] = {}
    turns = []
    for source in (CITED, *order):
        wanted = None if source == CITED else quota
        n_new = 0
        depth = 0
        for paper_id in rankings.get(source, ()):
            if n_new == wanted:
                break
            depth += 1
            paper = same.get(paper_id, paper_id)
            if paper not in drawn:
                drawn[paper] = (paper_id, source)
                n_new += 1
        turns.append(Turn(source, wanted, n_new, depth))

    # a source holds every paper above the rank that it was read down to, whoever drew it
    holders = {paper: [source] for paper, (_, source) in drawn.items()}
    for turn in sorted(turns, key=lambda turn: turn.source):
        reached = rankings.get(turn.source, ())[: turn.depth]
        for paper in {same.get(paper_id, paper_id) for paper_id in reached}:
            if drawn[paper][1] != turn.source:
                holders[paper].append(turn.source)

    candidates = []
    for paper, (paper_id, source) in drawn.items():
        candidates.append(Candidate(paper_id, source, tuple(holders[paper])))
    return DrawnPool(tuple(candidates), tuple(turns))


def draw_pools(
    quotas: Mapping[str, int],
    cited: Mapping[str, Sequence[str]],
    ranked: Mapping[str, Mapping[str, Sequence[str]]],
    same: Mapping[str, str],
    seed: int,
) -> dict[str, DrawnPool]:
    """Draw the pool of each query of ``quotas``, sorted by query.

    ``cited`` has the cited papers of each query, ``ranked`` the candidates by source and query,
    best first. For ``same`` see ``draw_pool``.
    """
    pools = {}
    for query, quota in sorted(quotas.items()):
        rankings = {source: runs.get(query, ()) for source, runs in ranked.items()}
        rankings[CITED] = cited.get(query, ())
        order = shuffle_sources(sorted(ranked), query, seed)
        pools[query] = draw_pool(rankings, order, quota, same)
    return pools
