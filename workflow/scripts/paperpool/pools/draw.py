"""Draw the candidate pool of a query from the rankings of several sources.

Source: CSFCube, section 3, and the released pools (protocol): all cited papers come first; the
ranked sources follow in an order shuffled per query, each giving its quota of papers that are not
in the pool yet and going further down its ranking for them.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperpool.pools.names import CITED


@dataclass(frozen=True)
class Candidate:
    """A paper of a pool: the source that gave it, and all that hold it within their quota.

    ``sources`` begins with ``drawn_by``, as in the release.
    """

    paper_id: str
    drawn_by: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """The candidates of one source: ``n_new`` papers, read down to rank ``depth`` (0: not asked).

    ``quota`` is None for the cited papers, all of them taken. A source is ``dry`` when its ranking
    ended before its quota was filled.
    """

    source: str
    quota: int | None
    n_new: int
    depth: int

    @property
    def shortfall(self) -> int:
        """How many papers are missing from the quota."""
        return 0 if self.quota is None else self.quota - self.n_new

    @property
    def dry(self) -> bool:
        return self.shortfall > 0


@dataclass(frozen=True)
class DrawnPool:
    """The candidates of a query in the order drawn, and the turns of the sources."""

    candidates: tuple[Candidate, ...]
    turns: tuple[Turn, ...]


def shuffle_sources(sources: Sequence[str], query: str, seed: int) -> list[str]:
    """Return ``sources`` in an order that depends on the query and the seed alone."""
    key = int.from_bytes(hashlib.sha256(query.encode()).digest()[:8], "big")
    order = np.random.default_rng([seed, key]).permutation(len(sources))
    return [sources[i] for i in order]


def draw_pool(
    rankings: Mapping[str, Sequence[str]],
    order: Sequence[str],
    quota: int,
    same: Mapping[str, str],
) -> DrawnPool:
    """Draw a pool: the ranking of CITED whole, then ``quota`` new papers from each of ``order``.

    ``rankings`` has the candidates of each source from best to worst, without the query and its
    twins. ``same`` names the paper of an id that has twins: of a paper that a source knows under
    several ids only the first met enters the pool.
    """
    drawn: dict[str, tuple[str, str]] = {}
    turns = []
    for source in (CITED, *order):
        ranking = rankings.get(source, ())
        wanted = None if source == CITED else quota
        n_new = depth = 0
        for paper_id in ranking:
            if n_new == wanted:
                break
            depth += 1
            paper = same.get(paper_id, paper_id)
            if paper not in drawn:
                drawn[paper] = (paper_id, source)
                n_new += 1
        turns.append(Turn(source, wanted, n_new, depth))
    holders = {paper: [source] for paper, (_, source) in drawn.items()}
    for turn in sorted(turns, key=lambda turn: turn.source):
        held = {same.get(i, i) for i in rankings.get(turn.source, ())[: turn.depth]}
        for paper in held:
            if drawn[paper][1] != turn.source:
                holders[paper].append(turn.source)
    candidates = [
        Candidate(paper_id, source, tuple(holders[paper]))
        for paper, (paper_id, source) in drawn.items()
    ]
    return DrawnPool(tuple(candidates), tuple(turns))


def draw_pools(
    quotas: Mapping[str, int],
    cited: Mapping[str, Sequence[str]],
    ranked: Mapping[str, Mapping[str, Sequence[str]]],
    same: Mapping[str, str],
    seed: int,
) -> dict[str, DrawnPool]:
    """Draw the pool of each query of ``quotas``, sorted by query.

    ``cited`` has the cited papers of each query, ``ranked`` for each ranked source and query the
    candidates from best to worst; ``same`` and the drawing are those of ``draw_pool``.
    """
    pools = {}
    for query, quota in sorted(quotas.items()):
        rankings = {source: runs.get(query, ()) for source, runs in ranked.items()}
        rankings[CITED] = cited.get(query, ())
        order = shuffle_sources(sorted(ranked), query, seed)
        pools[query] = draw_pool(rankings, order, quota, same)
    return pools
