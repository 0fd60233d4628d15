"""Runs: read from any format of ``paperpool score``, DataFrames or tuples, and given back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.api.test_collection import TestCollection
from paperpool.collections.collection import OpenCollection
from paperpool.commands.scoring.checking import find_missing_files
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation import runs as rankings_of
from paperpool.evaluation.foreign_runs import read_foreign_run, read_topic_run, run_files
from paperpool.evaluation.pair_scores import read_run_scores
from paperpool.io.files import write_text

if TYPE_CHECKING:
    import ir_measures
    import pandas as pd

COLUMNS = ("query_id", "doc_id", "score")
"""The columns of a run, as ir_measures calls them."""

_OTHER_NAMES = {"qid": "query_id", "docno": "doc_id"}
"""PyTerrier's names of columns."""


@dataclass(frozen=True)
class Run:
    """The ranking of each topic: ``rankings`` by (query, facet), ``names`` the ids of these pairs.

    ``where`` is the file that it was read from, if any.
    """

    rankings: rankings_of.Run
    names: Mapping[tuple[str, str], str]
    where: str = ""

    def to_frame(self) -> pd.DataFrame:
        """Return a row per topic and document: query_id, doc_id, score and rank (from 1)."""
        import pandas as pd

        return pd.DataFrame(
            [
                (self.names.get(pair, "_".join(pair)), doc, score, rank)
                for pair, ranking in self.rankings.items()
                for rank, (doc, score) in enumerate(ranking, 1)
            ],
            columns=[*COLUMNS, "rank"],
        )

    def to_tuples(self) -> list[ir_measures.ScoredDoc]:
        """Return ir_measures' tuples (query_id, doc_id, score)."""
        from ir_measures import ScoredDoc

        rows = self.to_frame()[[*COLUMNS]].itertuples(index=False)
        return [ScoredDoc(*row) for row in rows]

    def write(self, path: str | Path, tag: str = "paperpool") -> None:
        """Write a TREC run, whose last column is ``tag``."""
        rows = self.to_frame().itertuples(index=False)
        lines = (f"{query} Q0 {doc} {rank} {score!r} {tag}\n" for query, doc, score, rank in rows)
        write_text(path, "".join(lines))


def read_run(run: Any, collection: TestCollection) -> Run:
    """Return a run of a collection.

    ``run`` is a path, in every format of ``paperpool score`` ({facet} and {split} in it included),
    a DataFrame with COLUMNS (a column ``rank`` decides if there is one), or tuples of these three,
    as ir_measures has them. Raises UserError if it is malformed.
    """
    names = collection.data.topic_names()
    if isinstance(run, Run):
        return run
    if isinstance(run, str | Path):
        return Run(_read_file(str(run), collection), names, str(run))
    if hasattr(run, "columns"):
        return Run(_read_frame(run, collection), names)
    if isinstance(run, Iterable):
        return Run(_group([row[:3] for row in run], collection, by_rank=False), names)
    what = f"A run cannot be of type {type(run).__name__}."
    raise UserError(Problem(what, "run", "Give a path, a DataFrame, tuples or a ranker."))


def _read_file(path: str, collection: TestCollection) -> rankings_of.Run:
    benchmark = collection.place.benchmark
    if benchmark == "csfcube" and not isinstance(collection.data, OpenCollection):
        find_missing_files(path, run_files(path))
        return read_foreign_run(path, path)
    if benchmark == "mdcr":
        splits = list(collection.data.folds["all"]) if "{split}" in path else ["test"]
        files = {split: path.replace("{split}", split) for split in splits}
        find_missing_files(path, list(files.values()))
        return read_run_scores(path, files, collection.data)
    find_missing_files(path, [path])
    return read_topic_run(path, path, collection.topics)


def _read_frame(frame: pd.DataFrame, collection: TestCollection) -> rankings_of.Run:
    frame = frame.rename(columns=_OTHER_NAMES)
    if missing := [column for column in COLUMNS if column not in frame.columns]:
        hint = f"A run has the columns {', '.join(COLUMNS)}."
        raise UserError(Problem(f"No column {name_some(missing)}.", "the run's DataFrame", hint))
    by_rank = "rank" in frame.columns
    if by_rank:
        frame = frame.sort_values("rank", kind="stable")
    return _group(frame[[*COLUMNS]].itertuples(index=False), collection, by_rank)


def _group(rows: Iterable[tuple], collection: TestCollection, by_rank: bool) -> rankings_of.Run:
    """Return the rankings of (query_id, doc_id, score), in their order if ``by_rank``."""
    scores: dict[tuple[str, str], list[tuple[str, float]]] = {}
    for query, doc, score in rows:
        if not isinstance(score, int | float) and not hasattr(score, "dtype"):
            score = math.nan
        if not math.isfinite(score):
            what = f"The score of document {str(doc)!r} is no finite number."
            raise UserError(Problem(what, f"query {query}", "Scores are finite numbers."))
        pair = collection.topics.get(str(query), (str(query), ""))
        scores.setdefault(pair, []).append((str(doc), float(score)))
    if not scores:
        raise UserError(Problem("The run ranks nothing.", "run", "Give a row per document."))
    return {
        pair: ranking if by_rank else rankings_of.rank_scores(ranking)
        for pair, ranking in scores.items()
    }
