"""Draw the papers that queries are chosen from.

Source: CSFCube's annotator guidelines, section 1.4 ("Query abstracts"), step 1: 20 papers of the
ACL Anthology from each of five periods of about five years.
"""

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from xxhash import xxh3_64_intdigest

from paperpool.errors import Problem, UserError
from paperpool.io.tables import read_batches
from paperpool.workflow.corpus.conditions import ID_COLUMNS
from paperpool.workflow.corpus.twins import read_same_papers
from paperpool.workflow.pools.queries import name_period

_COLUMNS = ["paper_id", "title", "abstract", "year"]


class SampledPaper(NamedTuple):
    """A possible query; papers are drawn in the order of ``draw``, then id."""

    draw: int
    paper_id: str
    year: int
    title: str
    abstract: str


@dataclass(frozen=True)
class Source:
    """A source of papers: a venue, or a list of ids.

    ``name`` is for messages. ``choose`` needs ``columns`` and returns whether each row of a batch
    belongs to the source (null: no).
    """

    name: str
    columns: tuple[str, ...]
    choose: Callable[[pa.RecordBatch], pa.Array]


def venue_source(venue: str) -> Source:
    """Return the papers of a venue: ``acl``, ``arxiv``, or a value of ``venue`` in any case."""
    name = f"the venue {venue!r}"
    lower = venue.lower()
    if lower in ID_COLUMNS:
        column = ID_COLUMNS[lower]
        return Source(name, (column,), lambda batch: pc.is_valid(batch[column]))
    return Source(name, ("venue",), lambda batch: pc.equal(pc.utf8_lower(batch["venue"]), lower))


def id_source(ids: Collection[str]) -> Source:
    """Return the papers that have one of ``ids``."""
    wanted = pa.array(sorted(ids), pa.string())
    return Source("the file of ids", (), lambda batch: pc.is_in(batch["paper_id"], wanted))


def sample_papers(
    papers: Iterable[str | Path],
    column: str,
    twins: str | Path,
    source: Source,
    periods: Sequence[tuple[int, int]],
    per_period: int,
    seed: int,
) -> dict[str, list[SampledPaper]]:
    """Draw up to ``per_period`` papers of each period; return them by period, in the order drawn.

    ``papers`` are the corpus's tables (``tables.PAPERS`` and the boolean ``column``), ``twins`` its
    ``tables.TWINS``. Papers of ``source`` need a true ``column``, a title and an abstract. The
    order depends on seed and ids alone. Of twins only the first drawn is taken, over all periods.
    Raises UserError if there is no paper at all. Memory holds the texts of ``per_period`` papers
    and of papers with twins.
    """
    group_of = read_same_papers(twins)
    alone: dict[str, list[SampledPaper]] = {}
    for period in periods:
        alone[name_period(period[0], [period])] = []
    grouped: dict[tuple[str, str], SampledPaper] = {}
    for batch in read_batches(papers, [*_COLUMNS, column, *source.columns]):
        chosen = batch.filter(pc.and_(batch[column], source.choose(batch)))
        for paper in _read_papers(chosen, seed):
            period = name_period(paper.year, periods)
            if period not in alone:
                continue
            if paper.paper_id in group_of:
                place = period, group_of[paper.paper_id]
                grouped[place] = min(paper, grouped.get(place, paper))
            else:
                alone[period].append(paper)
        for period, of_period in alone.items():
            alone[period] = heapq.nsmallest(per_period, of_period)

    waiting: list[tuple[SampledPaper, str]] = []
    for period, of_period in alone.items():
        waiting += [(paper, period) for paper in of_period]
    for (period, _), paper in grouped.items():
        waiting.append((paper, period))

    # in the order of all periods: a twin of a later draw is left out, in whatever period it is
    sample: dict[str, list[SampledPaper]] = {period: [] for period in alone}
    drawn: set[str] = set()
    for paper, period in sorted(waiting):
        group = group_of.get(paper.paper_id, paper.paper_id)
        if len(sample[period]) < per_period and group not in drawn:
            drawn.add(group)
            sample[period].append(paper)
    if not drawn:
        message = f"There is no paper to draw from {source.name} in any of the periods."
        hint = "A paper needs a year, a title and an abstract, and pools.filter has to keep it."
        raise UserError(Problem(message, "pools.sample", hint))
    return sample


def name_short_periods(sample: Mapping[str, Sequence[SampledPaper]], per_period: int) -> list[str]:
    """Return the periods with fewer papers than wanted, with their numbers."""
    short = []
    for period, papers in sample.items():
        if len(papers) < per_period:
            short.append(f"{period} ({len(papers)})")
    return short


def find_absent_ids(papers: Iterable[str | Path], column: str, ids: Collection[str]) -> list[str]:
    """Return the ids, sorted, of no paper of the corpus with a true ``column``."""
    left = set(ids)
    for batch in read_batches(papers, ["paper_id", column]):
        left.difference_update(batch.filter(batch[column])["paper_id"].to_pylist())
    return sorted(left)


def _read_papers(batch: pa.RecordBatch, seed: int) -> Iterator[SampledPaper]:
    """Yield the papers of a batch that have a year, a title and an abstract."""
    for row in batch.select(_COLUMNS).to_pylist():
        if row["year"] is not None and row["title"] and row["abstract"]:
            draw = xxh3_64_intdigest(row["paper_id"].encode(), seed=seed)
            yield SampledPaper(draw, row["paper_id"], row["year"], row["title"], row["abstract"])
