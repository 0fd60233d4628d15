"""The fields, years and topics of papers: field, year and one latent topic per facet.

A topic is a number: its field times ``FIELD_STRIDE`` plus its place in the field; four neighbouring
topics form an area. Larger corpora reach further up in the numbers. Fields are the 19 fields of
study of the Microsoft Academic Graph.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import yaml

_FIELDS: dict[str, float] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)

FIELDS: tuple[str, ...] = tuple(_FIELDS)
"""Names, in alphabetical order; a field's number is its place here."""

SHARES: tuple[float, ...] = tuple(share / sum(_FIELDS.values()) for share in _FIELDS.values())
"""The share of the corpus with each as main field; they sum to 1."""

CS = FIELDS.index("Computer Science")
"""The number of Computer Science."""

HUMANITIES = ("Art", "History", "Philosophy", "Political Science", "Sociology")
"""Fields whose papers argue and interpret; those of all others measure and test."""

IS_HUMANITIES: tuple[bool, ...] = tuple(field in HUMANITIES for field in FIELDS)


FIRST_YEAR = 1980
LAST_YEAR = 2020
GROWTH = 1.08
"""Papers of a year divided by papers of the year before."""
QUERY_YEAR = 2019
QUERY_YEAR_BOOST = 1.5
"""MDCR's queries are papers of 2019; the boost gives small demos enough of them in every field."""

FIELD_STRIDE = 4096
AREA_SIZE = 4

SECOND_FIELD_RATE = 0.10
BORROWED_METHOD_RATE = 0.15
FACET_TIE = 0.55
"""How often a facet's topic is chosen by the topic of the facet before it."""
SAME_PLACE = 0.7
"""How often a topic that is so chosen has the same place, and with it the same theme."""


@dataclass(frozen=True)
class Latent:
    """A row per paper: fields (-1: missing), years, topics (background, method, result)."""

    field: npt.NDArray[np.int8]
    second_field: npt.NDArray[np.int8]
    year: npt.NDArray[np.int16]
    topics: npt.NDArray[np.int32]


def area_of(topics: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    """Return the area of each topic; areas never cross fields."""
    return topics // AREA_SIZE


def count_topics(n_papers: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return how many topics per facet a field of ``n_papers`` papers has (about n ** 0.45)."""
    counts = np.rint(1.25 * np.asarray(n_papers, dtype=float) ** 0.45).astype(np.int64)
    return np.clip(counts, AREA_SIZE, FIELD_STRIDE)


def draw_latent(n_papers: int, generator: np.random.Generator) -> Latent:
    """Draw fields, years and topics of ``n_papers`` papers.

    Fields are filled by quota and years by quota within each field: every field has recent papers.
    """
    field_quota = _quota(np.array(SHARES), n_papers)
    field = np.repeat(np.arange(len(FIELDS), dtype=np.int8), field_quota)
    weights = GROWTH ** np.arange(LAST_YEAR - FIRST_YEAR + 1)
    years = np.arange(FIRST_YEAR, LAST_YEAR + 1, dtype=np.int16)
    weights[QUERY_YEAR - FIRST_YEAR] *= QUERY_YEAR_BOOST

    phases = generator.random(len(FIELDS))
    of_fields = []
    for count, phase in zip(field_quota, phases, strict=True):
        of_fields.append(np.repeat(years, _quota(weights, count, phase)))
    order = generator.permutation(n_papers)
    field = field[order]
    year = np.concatenate(of_fields)[order]

    second = generator.integers(0, len(FIELDS), n_papers, dtype=np.int8)
    has_second = (generator.random(n_papers) < SECOND_FIELD_RATE) & (second != field)
    second = np.where(has_second, second, np.int8(-1)).astype(np.int8)
    return Latent(field, second, year, _draw_topics(field, second, field_quota, generator))


def _quota(
    weights: npt.NDArray[np.floating], total: int, phase: float = 0.5
) -> npt.NDArray[np.int64]:
    """Return integers that sum to ``total`` proportional to ``weights``; ``phase`` (0-1) rounds."""
    edges = np.floor(np.cumsum(weights) / weights.sum() * total + phase).astype(np.int64)
    edges[-1] = total
    return np.diff(np.minimum(edges, total), prepend=0)


def _draw_topics(
    field: npt.NDArray[np.int8],
    second: npt.NDArray[np.int8],
    field_quota: npt.NDArray[np.int64],
    generator: np.random.Generator,
) -> npt.NDArray[np.int32]:
    """Return topics (n, 3); methods are sometimes borrowed, facets are tied but not fixed."""
    n = len(field)
    n_topics = count_topics(field_quota)
    base = field.astype(np.int64)
    borrowed = np.where(second >= 0, second, generator.integers(0, len(FIELDS), n))
    uses_borrowed = generator.random(n) < BORROWED_METHOD_RATE

    topics = np.empty((n, 3), dtype=np.int32)
    previous = np.zeros(n, dtype=np.int64)
    for facet in range(3):
        home = np.where(uses_borrowed, borrowed, base) if facet == 1 else base
        count = n_topics[home]
        place = _popular(count, generator)
        if facet:
            same = generator.random(n) < SAME_PLACE
            tied = np.where(same, previous, previous * 5 + facet) % count
            place = np.where(generator.random(n) < FACET_TIE, tied, place)
        topics[:, facet] = home * FIELD_STRIDE + place
        previous = place
    return topics


def _popular(count: npt.NDArray[np.int64], generator: np.random.Generator):
    """Return a place in [0, count) for each count, low places up to three times as likely."""
    first = generator.random(len(count))
    second = generator.random(len(count))
    spread = np.where(second < 0.4, first * first, first)
    return (spread * count).astype(np.int64)
