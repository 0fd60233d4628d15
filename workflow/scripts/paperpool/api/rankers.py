"""Rankers of every kind, of one's own, and fused."""

import logging
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from paperpool.api.runs import Run, read_run
from paperpool.api.test_collection import TestCollection
from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.commands.score import SEED
from paperpool.config.checks import check_ranker
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Ranking, rank_scores
from paperpool.evaluation.runs import Run as Rankings
from paperpool.io.files import temporary_folder
from paperpool.models.cache import ArrayCache
from paperpool.rankers import ranker as kinds
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.settings import setting

logger = logging.getLogger("paperpool")

_BM25_GRID = {"k1": [0.9, 1.5, 2.0], "b": [0.4, 0.75]}
"""The parameters that MDCR's validation split chooses from: the configuration's."""


@dataclass(frozen=True)
class Topic:
    """The query of a ranker of one's own: the id, the query paper, the facet or field, the text.

    ``part`` is empty for topics without one; ``text`` is the text that rankers search with: a
    facet's sentences, title and abstract, or a query.
    """

    id: str
    paper: Paper | PlainPaper
    part: str
    text: str


Rank = Callable[[Topic, Sequence[Paper | PlainPaper]], Mapping[str, float] | Iterable[float]]
"""A ranker of one's own: scores of candidates by id, or in their order; higher is better."""


class OwnRanker(kinds.Ranker, abstract=True):
    """A ranker of one's own: it is called for each topic."""

    scorer: Rank = setting("a function of a topic and its candidates", {})

    def order(self, collection: Collection, context: kinds.Context) -> Rankings:
        names = collection.topic_names()
        return {pair: self._order(pair, names[pair], collection) for pair in collection.pairs()}

    def _order(self, pair: tuple[str, str], name: str, collection: Collection) -> Ranking:
        papers = collection.papers
        topic = Topic(name, papers[pair[0]], pair[1], collection.query_text(*pair))
        ids = collection.rankable(*pair)
        scores = self.scorer(topic, [papers[i] for i in ids])
        if isinstance(scores, Mapping):
            return rank_scores((str(i), float(score)) for i, score in scores.items())
        listed = [float(score) for score in scores]
        if len(listed) != len(ids):
            what = f"A ranker gave {len(listed)} scores for {len(ids)} candidates."
            hint = "Return a score for each candidate, in their order, or a mapping by their ids."
            raise UserError(Problem(what, f"topic {name}", hint))
        return rank_scores(zip(ids, listed, strict=True))


@dataclass(frozen=True)
class Ranker:
    """A ranker: its settings, and the rankers or runs that it fuses by their names."""

    settings: kinds.Ranker
    name: str
    members: Mapping[str, Any] | None = None

    def rank(self, collection: TestCollection, cache: str | Path | None = None) -> Run:
        """Return the ranking of every topic of a collection.

        ``cache`` is a folder for encodings, kept for the next time; without one they are computed
        anew. Raises UserError if the collection lacks what the kind needs.
        """
        data = collection.data
        faceted = all(isinstance(paper, Paper) for paper in data.papers.values())
        folds = len(data.folds["all"]) > 1
        if lack := kinds.find_missing_requirement(type(self.settings), faceted, has_folds=folds):
            what = f"{self.name} needs {lack}; {collection.name} has none."
            raise UserError(Problem(what, self.name, "Rank with another kind."))
        with temporary_folder() as folder:
            cores = len(os.sched_getaffinity(0))
            context = kinds.Context(
                name=self.name,
                collection=collection.name,
                folder=folder,
                cache=ArrayCache(cache or folder / "cache"),
                threads=cores,
                torch_threads=cores,
                seed=SEED,
                grid=_BM25_GRID if data.validation else {},
                stdout=folder / "stdout.txt",
                stderr=folder / "stderr.txt",
            )
            if given := getattr(self.settings, "vectors", None):
                context.known = _take_vectors(given, self, data, collection.name)
            for name, member in (self.members or {}).items():
                context.members[name] = rank_or_read(member, collection, cache).rankings  # type: ignore[index]
            return Run(self.settings.rank(data, context), data.topic_names())


def _take_vectors(given: Any, ranker: Ranker, collection: Collection, name: str) -> KnownVectors:
    """Return the ``given`` vectors of the papers of a collection, called ``name``.

    Raises UserError as the workflow does, for files that cannot be read or have no such paper.
    """
    from paperpool.encoding.given_vectors import list_vector_files
    from paperpool.encoding.taken_vectors import join_taken, take_share

    ids = pa.chunked_array([sorted(collection.papers)], pa.string())
    refuses = getattr(ranker.settings, "missing", None) == "error"
    with temporary_folder() as folder:
        vectors, shares, counts = folder / "vectors.npy", [], []
        for number, file in enumerate(list_vector_files(given, None)):
            share = (folder / f"{number}.npy", folder / f"{number}.owners.npy")
            counts.append(take_share(file, ids, *share, "float32"))
            shares.append(share)
        total = join_taken(
            shares, counts, ids, ids, vectors, folder / "missing.csv", ranker.name, refuses
        )
        if total["missing"]:
            logger.warning("%d papers of %s have no vector.", total["missing"], name)
        return KnownVectors(ids, np.load(vectors, allow_pickle=False))


def ranker(kind: Any, **settings: Any) -> Ranker:
    """Return a ranker.

    ``kind`` is one of docs/rankers.md with the settings that a configuration has; or an object
    with ``rank(topic, candidates)``, or a function of these, that returns the candidates' scores
    (see ``Rank``). Raises UserError for settings that a configuration would refuse.
    """
    if isinstance(kind, Ranker):
        return kind
    own = getattr(kind, "rank", kind if callable(kind) else None)
    if own is not None:
        name = getattr(kind, "__name__", type(kind).__name__)
        return Ranker(OwnRanker(scorer=own, published=None), name)
    check_ranker(str(kind), {"kind": kind, **settings})
    made = make_ranker({"kind": kind, **settings})
    if missing := made.needs & {"runs", "training", "citations"}:
        hint = "Fuse with pp.fuse." if "runs" in missing else "Run the workflow (docs/rankers.md)."
        what = f"A ranker of kind {kind} needs {', '.join(sorted(missing))} of a workflow's run."
        raise UserError(Problem(what, f"rankers.{kind}", hint))
    return Ranker(made, str(kind))


def fuse(*members: Any, method: str = "rrf") -> Ranker:
    """Return the fusion of two or more rankers or runs, all counting alike.

    ``method`` is ``rrf`` or ``zscore`` (docs/rankers.md). Raises UserError for another one, and
    for fewer members.
    """
    named = {f"member{i}": member for i, member in enumerate(members, 1)}
    settings = {"kind": "fusion", "members": list(named), "method": method}
    check_ranker("fusion", settings)
    return Ranker(make_ranker(settings), "fusion", named)


def rank_or_read(run: Any, collection: TestCollection, cache: str | Path | None = None) -> Run:
    """Return the run of a ranker, or a run read by ``read_run``."""
    is_ranker = isinstance(run, Ranker) or callable(run) or callable(getattr(run, "rank", None))
    if is_ranker and not hasattr(run, "columns"):
        return ranker(run).rank(collection, cache)
    return read_run(run, collection)
