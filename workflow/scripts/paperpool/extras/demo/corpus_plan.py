"""The plan of a demo corpus: everything about its papers that is not text, as arrays.

Made once from (n_papers, seed), so that each shard is written on its own. Each kind of dirt trips
one condition of the corpus filters (or is a null of the released sample), at a known rate.
"""

import enum
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paperpool.errors import Problem, UserError
from paperpool.extras.demo.citation_graph import Edges, draw_citations, reverse
from paperpool.extras.demo.latent import Latent, draw_latent
from paperpool.io.files import DELETE, naming, writing


class Dirt(enum.IntEnum):
    """The one thing that is wrong with a paper."""

    CLEAN = 0
    NO_ABSTRACT = 1
    SHORT_ABSTRACT = 2  # under 30 characters
    FEW_SENTENCES = 3  # one or two
    MANY_SENTENCES = 4  # more than 20
    LONG_SENTENCE = 5  # one of more than 80 tokens
    SHORT_SENTENCES = 6  # all of fewer than 4 tokens
    NO_TITLE = 7
    NO_YEAR = 8
    NO_FIELD = 9


RATES: dict[Dirt, float] = {
    Dirt.NO_ABSTRACT: 0.03,
    Dirt.SHORT_ABSTRACT: 0.01,
    Dirt.FEW_SENTENCES: 0.02,
    Dirt.MANY_SENTENCES: 0.005,
    Dirt.LONG_SENTENCE: 0.01,
    Dirt.SHORT_SENTENCES: 0.004,
    Dirt.NO_TITLE: 0.005,
    Dirt.NO_YEAR: 0.01,
    Dirt.NO_FIELD: 0.03,
}
"""The share of the corpus that has each kind of dirt; all others are clean."""

TWIN_RATE = 0.006
"""The share of the corpus that repeats another paper under an id of its own."""


def assign_dirt(n_papers: int, generator: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return a Dirt per paper, each kind exactly at its rate (rounded, at least one)."""
    kinds = np.zeros(n_papers, dtype=np.uint8)
    order = generator.permutation(n_papers)
    start = 0
    for kind, rate in RATES.items():
        count = max(1, round(rate * n_papers))
        kinds[order[start : start + count]] = kind
        start += count
    return kinds


def assign_twins(
    kinds: npt.NDArray[np.uint8], generator: np.random.Generator
) -> npt.NDArray[np.int32]:
    """Return the index of the paper that each repeats, mostly -1; originals and twins are clean."""
    twin_of = np.full(len(kinds), -1, dtype=np.int32)
    count = max(1, round(TWIN_RATE * len(kinds)))
    clean = generator.permutation(np.flatnonzero(kinds == Dirt.CLEAN))[: 2 * count]
    half = len(clean) // 2
    twin_of[clean[:half]] = clean[half : 2 * half]
    return twin_of


_ID_PRIME = 198_491_317
"""Ids are numbers below this prime, plus ``_ID_FIRST``."""
_ID_STRIDE = 77_773_019
_ID_FIRST = 1_000_003


@dataclass(frozen=True)
class Plan:
    """The arrays of a corpus of n papers; a paper is named by its index 0..n-1.

    ``dirt`` holds Dirt values, ``twin_of`` the index of the repeated paper or -1; ``outbound`` and
    ``inbound`` are each other's reverse.
    """

    seed: int
    latent: Latent
    dirt: npt.NDArray[np.uint8]
    twin_of: npt.NDArray[np.int32]
    outbound: Edges
    inbound: Edges

    def __len__(self) -> int:
        return len(self.dirt)

    def text_keys(self, papers: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the index whose text each of ``papers`` has: its own, or its original's."""
        original = self.twin_of[papers]
        return np.where(original >= 0, original, papers).astype(np.int64)

    def numbers(self, papers: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the paper ids of indices as numbers; n and more give ids outside the corpus."""
        shift = self.seed * 7_368_787 % _ID_PRIME
        return (papers.astype(np.int64) * _ID_STRIDE + shift) % _ID_PRIME + _ID_FIRST

    def ids(self, papers: npt.NDArray[np.integer]) -> list[str]:
        """Return the paper ids of indices, as S2ORC writes them."""
        return [str(number) for number in self.numbers(papers).tolist()]


def make_plan(n_papers: int, seed: int) -> Plan:
    """Draw the plan of ``n_papers`` papers, 300 or more."""
    generator = np.random.default_rng([seed, 100])
    latent = draw_latent(n_papers, generator)
    dirt = assign_dirt(n_papers, generator)
    twin_of = assign_twins(dirt, generator)

    # a twin is on its original's topics, in its field and year
    twins = np.flatnonzero(twin_of >= 0)
    for column in (latent.field, latent.second_field, latent.year, latent.topics):
        column[twins] = column[twin_of[twins]]

    outbound = draw_citations(latent, twin_of, seed)
    return Plan(seed, latent, dirt, twin_of, outbound, reverse(outbound))


def save_plan(plan: Plan, path: str | Path) -> None:
    """Write ``plan`` as an .npz file without pickles; equal plans give equal bytes."""
    with writing(path) as part, part.open("wb") as file:
        np.savez(
            file,
            seed=np.array(plan.seed, dtype=np.int64),
            **vars(plan.latent),
            dirt=plan.dirt,
            twin_of=plan.twin_of,
            outbound_starts=plan.outbound.starts,
            outbound_columns=plan.outbound.columns,
            inbound_starts=plan.inbound.starts,
            inbound_columns=plan.inbound.columns,
        )


def load_plan(path: str | Path) -> Plan:
    """Read a plan that ``save_plan`` wrote. Raises UserError when it is not one."""
    try:
        with naming(path), np.load(path, allow_pickle=False) as arrays:
            return Plan(
                int(arrays["seed"]),
                Latent(arrays["field"], arrays["second_field"], arrays["year"], arrays["topics"]),
                arrays["dirt"],
                arrays["twin_of"],
                Edges(arrays["outbound_starts"], arrays["outbound_columns"]),
                Edges(arrays["inbound_starts"], arrays["inbound_columns"]),
            )
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        problem = Problem(f"Not a plan of a demo corpus: {error}.", str(path), DELETE)
        raise UserError(problem) from None


def shard_papers(n_papers: int, shard: int, n_shards: int) -> range:
    """Return the papers of shard 0..n_shards-1, consecutive."""
    return range(n_papers * shard // n_shards, n_papers * (shard + 1) // n_shards)
