"""The identifiers of demo papers in arXiv and the ACL Anthology.

Every identifier is a function of (seed, paper index), so that papers can be written in any order.
"""

import numpy as np
import numpy.typing as npt

from paperpool.extras.demo.corpus_plan import Plan
from paperpool.extras.demo.latent import CS, FIELD_STRIDE, FIELDS, area_of
from paperpool.extras.demo.randomness import UInts, chance, derive, root_key

Indices = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]

_ARXIV_RATES = {"Computer Science": 0.85, "Physics": 0.6, "Mathematics": 0.6}
_ARXIV_RATE = np.array([_ARXIV_RATES.get(field, 0.02) for field in FIELDS])
_ARXIV_ARCHIVE = {"Computer Science": "cs", "Physics": "hep-th", "Mathematics": "math"}

_NEW_ARXIV_YEAR = 2007
"""The first year with all new arXiv ids of the form YYMM.NNNNN."""

_ACL_AREAS = 4
"""Every fourth area of Computer Science is about language: most of its papers have an ACL id."""
_ACL_RATE = 0.8
_PRIME = 99_991
_ACL_LETTERS = "ACDEHJNPQSW"


def paper_bits(plan: Plan, papers: Indices, purpose: str) -> UInts:
    """Return 64 random bits per paper for ``purpose``."""
    return derive(root_key(plan.seed, purpose), papers)


def on_arxiv(plan: Plan, papers: Indices) -> Flags:
    """Return whether each paper has an arXiv id: most of Computer Science, many of two others."""
    rates = _ARXIV_RATE[plan.latent.field[papers]]
    return chance(paper_bits(plan, papers, "arxiv"), rates)


def in_anthology(plan: Plan, papers: Indices) -> Flags:
    """Return whether each paper has an ACL id: Computer Science papers about language."""
    area = area_of(plan.latent.topics[papers, 0])
    first = area_of(np.array(CS * FIELD_STRIDE))
    about_language = (plan.latent.field[papers] == CS) & ((area - first) % _ACL_AREAS == 0)
    return about_language & chance(paper_bits(plan, papers, "acl"), _ACL_RATE)


def arxiv_id(index: int, field: int, year: int) -> str:
    """Return a paper's arXiv id; no two of the first million papers share one."""
    number = index * 7919 % _PRIME
    month = (index // _PRIME + number) % 12 + 1
    if year >= _NEW_ARXIV_YEAR:
        return f"{year % 100:02d}{month:02d}.{number:05d}"
    archive = _ARXIV_ARCHIVE.get(FIELDS[field], "physics")
    return f"{archive}/{year % 100:02d}{month:02d}{number:05d}"


def acl_id(index: int, year: int) -> str:
    """Return a paper's ACL Anthology id; no two of the first 100,000 papers share one."""
    letter, number = divmod(index * 7919 % _PRIME, 9999)
    return f"{_ACL_LETTERS[letter]}{year % 100:02d}-{number + 1:04d}"
