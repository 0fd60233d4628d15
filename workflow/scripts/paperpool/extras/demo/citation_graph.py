"""Who cites whom: by topic, time, fame and other papers' reference lists.

A reference is drawn from the papers that share a topic, an area or the field with the citing paper
and are of its year or a window of years before, in proportion to a heavy-tailed fame. A further
share is copied from the references of cited papers, the copying model of preferential attachment
(Kleinberg et al., "The Web as a Graph", 1999), for the triangles that co-citation needs. Papers are
handled in chunks to bound the memory.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paperpool.extras.demo.latent import FIRST_YEAR, Latent, area_of

CHUNK = 1 << 16
"""Papers whose references are drawn at a time; part of the seed's meaning."""

N_REFERENCES = np.array(
    [0, 1, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 11, 11, 11]
    + [12, 12, 12, 13, 13, 14, 14, 15, 15, 16, 17, 18, 19, 20, 22, 24, 26, 29, 33, 38]
)
"""The numbers of references aimed at, each as likely as the others."""

WINDOWS = np.array([0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7, 10, 15, 41])
"""How many years back a reference may reach."""

SOURCES = np.array([0] * 8 + [1] * 5 + [2] * 3 + [3] * 2 + [4] * 2)
"""Shared properties: background, method or result topic (0-2), background's area (3), field (4)."""

LATE_SOURCES = np.array([0] * 3 + [1] * 2 + [3] * 5 + [4] * 4)
"""As ``SOURCES``, for the rest, as topics of small corpora run dry."""

COPIED = 0.3
"""The share of references that are copied from cited papers."""


@dataclass(frozen=True)
class Edges:
    """Rows of a sparse matrix: row i holds ``columns[starts[i]:starts[i + 1]]``, ascending."""

    starts: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int32]

    def row(self, index: int) -> npt.NDArray[np.int32]:
        """Return one row's columns."""
        return self.columns[self.starts[index] : self.starts[index + 1]]

    def counts(self) -> npt.NDArray[np.int64]:
        """Return the number of columns of each row."""
        return np.diff(self.starts)

    def counts_of(self, rows: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the number of columns of some rows."""
        return self.starts[rows + 1] - self.starts[rows]


class _Shelf:
    """Papers sorted by a group (a topic or field) and year, to draw from by fame."""

    def __init__(self, group: npt.NDArray[np.integer], year: npt.NDArray[np.int16], fame) -> None:
        key = group.astype(np.int64) * 64 + (year - FIRST_YEAR)
        self._order = np.argsort(key, kind="stable").astype(np.int32)
        self._key = key[self._order]
        self._cumulated = np.concatenate([[0], np.cumsum(fame[self._order])])

    def draw(self, group, year, window, generator: np.random.Generator) -> npt.NDArray[np.int32]:
        """Return one paper of each group, at most ``window`` years older than ``year``."""
        last = group.astype(np.int64) * 64 + (year - FIRST_YEAR)
        first = np.maximum(last - window, group.astype(np.int64) * 64)
        low = self._cumulated[np.searchsorted(self._key, first, side="left")]
        high = self._cumulated[np.searchsorted(self._key, last, side="right")]
        at = generator.integers(low, high)
        return self._order[np.searchsorted(self._cumulated, at, side="right") - 1]


def draw_citations(latent: Latent, twin_of: npt.NDArray[np.int32], seed: int) -> Edges:
    """Return the references of every paper: earlier or same year, never itself or its twin."""
    n = len(latent.year)
    generator = np.random.default_rng([seed, 101])
    fame = np.minimum(16.0 / np.sqrt(1.0 - generator.random(n)), 400.0).astype(np.int64)
    wanted = N_REFERENCES[generator.integers(0, len(N_REFERENCES), n)].astype(np.int32)

    areas = area_of(latent.topics[:, 0])
    groups = [*latent.topics.T, areas, latent.field.astype(np.int32)]
    shelves = [_Shelf(group, latent.year, fame) for group in groups]

    def draw_related(papers, goal, draws: np.random.Generator, sources=SOURCES, windows=WINDOWS):
        """Draw ``goal`` references for each paper from those that share a property with it."""
        citing = np.repeat(papers, goal)
        cited = np.empty(len(citing), dtype=np.int32)
        source = sources[draws.integers(0, len(sources), len(citing))]
        window = windows[draws.integers(0, len(windows), len(citing))]
        for number, (group, shelf) in enumerate(zip(groups, shelves, strict=True)):
            at = np.flatnonzero(source == number)
            who = citing[at]
            cited[at] = shelf.draw(group[who], latent.year[who], window[at], draws)
        return citing, cited

    def draw_first(papers, draws: np.random.Generator):
        """Draw the references that are not copied."""
        return draw_related(papers, np.ceil(wanted[papers] * (1.0 - COPIED)).astype(int), draws)

    def add_copies(papers, draws: np.random.Generator):
        """Copy those that are missing then from cited papers."""
        return _copy(first, papers, wanted[papers] - first.counts_of(papers), draws)

    def add_late(papers, draws: np.random.Generator):
        """Draw those that are still missing from wider groups and windows."""
        missing = np.maximum(wanted[papers] - second.counts_of(papers), 0)
        return draw_related(papers, missing, draws, LATE_SOURCES, WINDOWS[-5:])

    first = _collect(n, twin_of, [seed, 102], draw_first)
    second = _collect(n, twin_of, [seed, 103], add_copies, first)
    return _collect(n, twin_of, [seed, 104], add_late, second)


def _copy(edges: Edges, papers, missing, draws: np.random.Generator):
    """Return ``missing`` references per paper, each a reference of one of its references."""
    degree = edges.counts()
    citing = np.repeat(papers, np.where(degree[papers] > 0, np.maximum(missing, 0), 0))
    via = edges.columns[edges.starts[citing] + draws.integers(0, degree[citing])]
    has_references = degree[via] > 0
    citing = citing[has_references]
    via = via[has_references]
    return citing, edges.columns[edges.starts[via] + draws.integers(0, degree[via])]


def _collect(n: int, twin_of, seed: list[int], draw, known: Edges | None = None) -> Edges:
    """Gather ``known`` edges and those drawn for each chunk, without self and twin citations."""
    columns = []
    counts = []
    for number, start in enumerate(range(0, n, CHUNK)):
        papers = np.arange(start, min(start + CHUNK, n))
        citing, cited = draw(papers, np.random.default_rng([*seed, number]))
        keep = (citing != cited) & (twin_of[citing] != cited) & (twin_of[cited] != citing)
        pairs = (citing[keep] - start) * n + cited[keep]  # one number for each edge, to sort by
        if known is not None:
            rows = np.repeat(papers - start, known.counts_of(papers))
            old = known.columns[known.starts[start] : known.starts[start + len(papers)]]
            pairs = np.concatenate([rows * n + old, pairs])

        pairs = np.unique(pairs)
        columns.append((pairs % n).astype(np.int32))
        counts.append(np.bincount(pairs // n, minlength=len(papers)))
    starts = np.concatenate([[0], np.cumsum(np.concatenate(counts))])
    return Edges(starts.astype(np.int64), np.concatenate(columns))


def reverse(edges: Edges) -> Edges:
    """Return the edges turned round: row j holds every i whose row holds j."""
    n = len(edges.starts) - 1
    order = np.argsort(edges.columns, kind="stable")
    rows = np.repeat(np.arange(n, dtype=np.int32), edges.counts())
    starts = np.concatenate([[0], np.cumsum(np.bincount(edges.columns, minlength=n))])
    return Edges(starts.astype(np.int64), rows[order])
