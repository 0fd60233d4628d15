"""Rankings of a reference paper's sentences for each citance (schema RANKING)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.io.tables import read_table, write_table
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.tables import RANKING, zip_columns


def rank_sentences(papers: Sequence[Paper], scores: Mapping[str, NDArray[np.float64]]) -> pa.Table:
    """Return the rankings of score matrices (citances, sentences), one per paper's id.

    Ties go to the smaller sid. Rows are by split, citance (in the paper's order) and rank, from 1.
    Raises ValueError if a score is not finite.
    """
    tables = [RANKING.empty_table()]
    for paper in papers:
        matrix = scores[paper.paper_id]
        n_sentences = len(paper.sids)
        if matrix.shape != (len(paper.citances), n_sentences):
            raise ValueError(f"{paper.paper_id}: scores have shape {matrix.shape}")
        if not np.isfinite(matrix).all():
            raise ValueError(f"{paper.paper_id}: a score is not a finite number")

        sids = np.array(paper.sids, np.int32)
        order = np.lexsort((np.broadcast_to(sids, matrix.shape), -matrix))
        ordered = np.take_along_axis(matrix, order, axis=1) + 0.0  # no minus zero
        citances: list[str] = []
        for citance, _ in paper.citances:
            citances += [citance] * n_sentences
        columns = (
            [paper.split] * matrix.size,
            citances,
            sids[order].ravel(),
            ordered.ravel(),
            np.tile(np.arange(1, n_sentences + 1), len(paper.citances)),
        )
        arrays = [
            pa.array(column, field.type) for column, field in zip(columns, RANKING, strict=True)
        ]
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
    """Return the submitted sentences of each citance of a table RANKING, best first."""
    scores = ranking.column("score").to_numpy()
    ranks = ranking.column("rank").to_numpy()
    taken = ranking.filter(pa.array(choice.take(scores, ranks)))
    best: dict[str, list[tuple[int, int]]] = {}
    for citance, rank, sid in zip_columns(taken, "citance_id", "rank", "sid"):
        best.setdefault(citance, []).append((rank, sid))

    chosen = {}
    for citance, ranked in best.items():
        chosen[citance] = tuple(sid for _, sid in sorted(ranked))
    return chosen


def read_scores(path: str | Path) -> dict[str, list[tuple[int, float]]]:
    """Return the (sid, score) of each citance, best first."""
    rankings: dict[str, list[tuple[int, float]]] = {}
    for citance, sid, score in zip_columns(read_ranking(path), "citance_id", "sid", "score"):
        rankings.setdefault(citance, []).append((sid, score))
    return rankings
