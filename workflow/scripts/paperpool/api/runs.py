"""Runs: read from any format of ``paperpool score``, DataFrames or tuples, and given back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.api.run_rows import COLUMNS, read_rows
from paperpool.api.test_collection import TestCollection, as_collection
from paperpool.api.wording import count
from paperpool.errors import Problem, UserError, quote
from paperpool.evaluation import runs as rankings_of
from paperpool.evaluation.score_checks import check_run_scores
from paperpool.evaluation.stored_runs import write_run
from paperpool.io.files import write_text
from paperpool.rankers.registry import find_kinds
from paperpool.scoring.adapters import find_adapter
from paperpool.scoring.places import derive_name

if TYPE_CHECKING:
    import ir_measures
    import pandas as pd

UNNAMED = "run"
"""The name of a run that has none."""


@dataclass(frozen=True, repr=False)
class Run(Mapping[str, dict[str, float]]):
    """The ranking of each topic: ``rankings`` by (query, facet), ``names`` the ids of these pairs.

    ``where`` is the file that it was read from, if any; ``name`` that of its ranker or file. As a
    mapping it has the scores of documents, in ranked order, by the query's id: ``dict(run)`` is
    what pytrec_eval and ir_measures read.
    """

    rankings: rankings_of.Run
    names: Mapping[tuple[str, str], str]
    where: str = ""
    name: str = UNNAMED

    def __repr__(self) -> str:
        depth = max(map(len, self.rankings.values()), default=0)
        return f"<run {self.name}: {count(len(self), 'query', 'queries')}, {depth:,} deep>"

    def __len__(self) -> int:
        return len(self.rankings)

    def __iter__(self) -> Iterator[str]:
        return (self._name(pair) for pair in self.rankings)

    def __getitem__(self, query: str) -> dict[str, float]:
        return dict(self.rankings[self._pairs[query]])

    @cached_property
    def _pairs(self) -> dict[str, tuple[str, str]]:
        return {self._name(pair): pair for pair in self.rankings}

    def _name(self, pair: tuple[str, str]) -> str:
        """Return a topic's id, also of a topic that is not the collection's."""
        return self.names.get(pair, "_".join(pair).removesuffix("_"))

    def to_frame(self) -> pd.DataFrame:
        """Return a row per topic and document: query_id, doc_id, score and rank (from 1)."""
        import pandas as pd

        rows = []
        for pair, ranking in self.rankings.items():
            query = self._name(pair)
            for rank, (document, score) in enumerate(ranking, 1):
                rows.append((query, document, score, rank))
        return pd.DataFrame(rows, columns=[*COLUMNS, "rank"])

    def to_tuples(self) -> list[ir_measures.ScoredDoc]:
        """Return ir_measures' tuples (query_id, doc_id, score)."""
        from ir_measures import ScoredDoc

        rows = self.to_frame()[[*COLUMNS]].itertuples(index=False)
        return [ScoredDoc(*row) for row in rows]

    def write(self, path: str | Path, tag: str = "paperpool") -> None:
        """Write the run, to be read by ``read_run`` as it is; raise UserError if that cannot be.

        A path that ends in .parquet is a table as the workflow's, with ranks; any other one is a
        TREC run, whose last column is ``tag``, and whose scores decide.
        """
        if not isinstance(path, str | Path) or Path(path).is_dir():
            message = f"A run cannot be written to {quote(path)}."
            raise UserError(Problem(message, "path", "Name a file."))
        ending = Path(path).suffix.lower()
        if ending in (".csv", ".tsv", ".json", ".gz"):
            message = f"A run is written as TREC lines or Parquet, not as {ending}."
            hint = "Name it run.trec or run.parquet; or write run.to_frame().to_csv(path)."
            raise UserError(Problem(message, "path", hint))
        if ending == ".parquet":
            named = {self._table_pair(pair): ranking for pair, ranking in self.rankings.items()}
            write_run(named, path)
            return

        for pair, ranking in self.rankings.items():
            scores = [score for _, score in ranking]
            if any(score < following for score, following in pairwise(scores)):
                message = (
                    "The scores of a query do not fall with its ranks: TREC's lines lose the ranks."
                )
                hint = "Write a table, which keeps them: run.parquet."
                raise UserError(Problem(message, f"query {self._name(pair)}", hint))
        _refuse_blanks([tag], "tag")
        frame = self.to_frame()
        for column in ("query_id", "doc_id"):
            _refuse_blanks(frame[column].unique(), column)

        rows = frame.itertuples(index=False)
        lines = (f"{query} Q0 {doc} {rank} {score!r} {tag}\n" for query, doc, score, rank in rows)
        write_text(path, "".join(lines))

    def _table_pair(self, pair: tuple[str, str]) -> tuple[str, str]:
        """Return a topic as tables name it: (paper, facet), or its id alone."""
        name = self._name(pair)
        if name == "_".join(pair):
            return pair
        return name, ""


def _refuse_blanks(texts: Iterable[Any], column: str) -> None:
    """Raise UserError for texts that TREC's columns, which blanks separate, cannot hold."""
    wrong = [text for text in texts if str(text).split() != [text]]
    if wrong:
        hint = "TREC's files separate columns by blanks; to_frame() keeps any id."
        message = f"{column} cannot be {quote(wrong[0])} in a TREC run."
        raise UserError(Problem(message, column, hint))


def read_run(run: object, collection: TestCollection | str | Path) -> Run:
    """Return a run of a collection.

    ``run`` is a path, in every format of ``paperpool score`` ({facet} and {split} in it included),
    a DataFrame with COLUMNS (a column ``rank`` decides if there is one), tuples of these three, as
    ir_measures has them, or ``{query: {document: score}}``. Raises UserError if it is malformed.
    """
    return load_run(run, as_collection(collection), "run")


def load_run(run: object, collection: TestCollection, argument: str) -> Run:
    """Return a run as ``read_run`` does; errors name the ``argument`` that it came by."""
    names = collection.data.topic_names()
    if isinstance(run, Run):
        check_run_scores(run.rankings, "The run", names, argument)
        return run
    if isinstance(run, str | Path):
        _refuse_no_path(str(run), argument)
        try:
            adapter = find_adapter(collection.place.benchmark)
            rankings = adapter.read_rankings(str(run), collection.data)
        except UserError as error:
            if Path(run).suffix.lower() != ".csv" or not Path(run).is_file():
                raise
            hint = f"Read a CSV file first: pandas.read_csv({str(run)!r})."
            problems = [Problem(problem.what, problem.where, hint) for problem in error.problems]
            raise UserError(problems) from error
        return Run(rankings, names, str(run), derive_name(str(run)))

    rankings = read_rows(run, collection.topics, argument)
    name = getattr(run, "name", None)  # of ranx.Run
    if not isinstance(name, str) or not name.strip():
        name = UNNAMED
    return Run(rankings, names, name=name)


def _refuse_no_path(path: str, argument: str) -> None:
    """Raise UserError for the name of a kind of rankers, and for no text at all."""
    if not path.strip():
        raise UserError(Problem("The run's path is empty.", argument, "Name its file."))
    if path in find_kinds() and not Path(path).exists():
        message = f"{path!r} is a kind of rankers, and no file."
        raise UserError(Problem(message, argument, f"Give pp.ranker({path!r})."))
