"""Rankings of the sentences of a reference paper for each of its citances (schema RANKING)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.io.tables import read_table, write_table
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.tables import RANKING


def rank_sentences(papers: Sequence[Paper], scores: Mapping[str, NDArray[np.float64]]) -> pa.Table:
    """Return the rankings of score matrices, shape (citances, sentences), one per paper's id.

    Of equal scores the smaller sid is the better one. Rows are by split, citance (in the order of
    its paper) and rank, from 1. Raises ValueError if a score is not a number.
    """
    tables = [RANKING.empty_table()]
    for paper in papers:
        matrix = scores[paper.paper_id]
        if matrix.shape != (len(paper.citances), len(paper.sids)):
            raise ValueError(f"{paper.paper_id}: scores have shape {matrix.shape}")
        if not np.isfinite(matrix).all():
            raise ValueError(f"{paper.paper_id}: a score is not a finite number")
        sids, ranks = np.array(paper.sids, np.int32), np.arange(1, len(paper.sids) + 1)
        order = np.lexsort((np.broadcast_to(sids, matrix.shape), -matrix))
        columns = (
            [paper.split] * matrix.size,
            [citance for citance, _ in paper.citances for _ in paper.sids],
            sids[order].ravel(),
            np.take_along_axis(matrix, order, axis=1).ravel() + 0.0,  # no minus zero
            np.tile(ranks, len(paper.citances)),
        )
        arrays = [pa.array(of, field.type) for of, field in zip(columns, RANKING, strict=True)]
        tables.append(pa.Table.from_arrays(arrays, schema=RANKING))
    return pa.concat_tables(tables).combine_chunks()


def write_rankings(
    path: str | Path, papers: Sequence[Paper], scores: Mapping[str, NDArray[np.float64]]
) -> None:
    """Write the rankings of score matrices (see ``rank_sentences``)."""
    write_table(path, rank_sentences(papers, scores))


def read_ranking(path: str | Path) -> pa.Table:
    """Read a table RANKING."""
    return read_table(path, RANKING)


def choose_sentences(ranking: pa.Table, choice: Choice) -> dict[str, tuple[int, ...]]:
    """Return the sentences that are submitted for each citance of a table RANKING, best first."""
    scores, ranks = (ranking.column(name).to_numpy() for name in ("score", "rank"))
    taken = ranking.filter(pa.array(choice.take(scores, ranks)))
    columns = (taken.column(name).to_pylist() for name in ("citance_id", "rank", "sid"))
    best: dict[str, list[tuple[int, int]]] = {}
    for citance_id, rank, sid in zip(*columns, strict=True):
        best.setdefault(citance_id, []).append((rank, sid))
    return {
        citance_id: tuple(sid for _, sid in sorted(ranks)) for citance_id, ranks in best.items()
    }


def read_scores(path: str | Path) -> dict[str, list[tuple[int, float]]]:
    """Return for each citance the sentences' (sid, score), best first."""
    table = read_ranking(path)
    rankings: dict[str, list[tuple[int, float]]] = {}
    names = ("citance_id", "sid", "score")
    for citance, sid, score in zip(*(table.column(n).to_pylist() for n in names), strict=True):
        rankings.setdefault(citance, []).append((sid, score))
    return rankings
