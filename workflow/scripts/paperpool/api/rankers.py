"""Rankers of every kind, of one's own, and fused."""

import logging
import numbers
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from paperpool.api.runs import Run, load_run
from paperpool.api.scorers import OwnRanker, is_series, refuse_odd_function
from paperpool.api.test_collection import TestCollection, as_collection
from paperpool.api.wording import word_ranking, word_setting
from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper
from paperpool.errors import Problem, UserError, name_some, quote
from paperpool.evaluation.runs import Run as Rankings
from paperpool.evaluation.seeds import SEED
from paperpool.io.files import temporary_folder
from paperpool.models.cache import ArrayCache
from paperpool.rankers import ranker as kinds
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.paper_vectors import KnownVectors

logger = logging.getLogger("paperpool")

BM25_GRID = {"k1": [0.9, 1.5, 2.0], "b": [0.4, 0.75]}
"""The parameters that MDCR's validation split chooses from: the configuration's."""


@dataclass(frozen=True, repr=False)
class Ranker:
    """A ranker: its settings, and the rankers or runs that it fuses by their names."""

    settings: kinds.Ranker
    name: str
    members: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        return f"<ranker {self.name}>"

    def rank(
        self,
        collection: TestCollection | str | Path,
        cache: str | Path | None = None,
        depth: int | None = None,
    ) -> Run:
        """Return the ranking of every topic of a collection.

        ``cache`` is a folder for encodings, kept for the next time; without one they are computed
        anew. ``depth`` is how many documents a topic's ranking has at most, by default those of
        the collection. Raises UserError if the collection lacks what the kind needs, and for a
        score that is no finite number.
        """
        _check_cache(cache)
        _check_depth(depth)

        collection = as_collection(collection)
        data = collection.data
        if depth is not None:
            data = replace(data, depth=int(depth))
        faceted = all(isinstance(paper, Paper) for paper in data.papers.values())
        has_folds = len(data.folds["all"]) > 1
        lack = kinds.find_missing_requirement(type(self.settings), faceted, has_folds=has_folds)
        if lack:
            message = f"{self.name} needs {lack}; {collection.name} has none."
            raise UserError(Problem(message, self.name, "Rank with another kind."))

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
                grid=BM25_GRID if data.validation else {},
                stdout=folder / "stdout.txt",
                stderr=folder / "stderr.txt",
            )
            vectors = getattr(self.settings, "vectors", None)
            if vectors:
                try:
                    context.known = _take_vectors(vectors, self, data, collection.name)
                except UserError as error:
                    problems = [word_setting(problem, self.name) for problem in error.problems]
                    raise UserError(problems) from error
            for name, member in (self.members or {}).items():
                run = rank_or_read(member, collection, name, cache, depth).rankings
                _check_member(name, run, data)
                context.members[name] = run  # type: ignore[index]

            try:
                rankings = self.settings.rank(data, context)
            except UserError as error:
                problems = [word_ranking(problem, self.name) for problem in error.problems]
                raise UserError(problems) from error
            return Run(rankings, data.topic_names(), name=self.name)


def _check_cache(cache: object) -> None:
    """Raise UserError unless the cache is None, or a path at which a folder is or can be."""
    if cache is None:
        return
    if not isinstance(cache, str | Path):
        message = f"The cache cannot be {quote(cache)}."
        hint = "Give the path of a folder, or leave it out."
        if isinstance(cache, int):
            hint = f"A depth goes by its name: depth={cache}."
        raise UserError(Problem(message, "cache", hint))
    for path in (Path(cache), *Path(cache).parents):
        if path.exists() and not path.is_dir():
            message = f"The cache cannot be {quote(str(cache))}: {path} is no folder."
            raise UserError(Problem(message, "cache", "Name a folder."))


def _check_depth(depth: object) -> None:
    if depth is None:
        return
    is_whole = isinstance(depth, numbers.Integral) and not isinstance(depth, bool)
    if not is_whole or depth < 1:
        message = f"A depth is a whole number from 1, not {quote(depth)}."
        raise UserError(Problem(message, "depth", "Leave it out for the collection's."))


def _take_vectors(
    setting: str | Sequence[str] | Mapping[str, str],
    ranker: Ranker,
    collection: Collection,
    name: str,
) -> KnownVectors:
    """Return the vectors of the papers of a collection, called ``name``, from a user's files.

    ``setting`` is the ranker's setting of the files. Raises UserError as the workflow does, for
    files that cannot be read or have no such paper.
    """
    from paperpool.encoding.given_files import list_vector_files
    from paperpool.encoding.taken_vectors import describe_missing, join_taken, take_share
    from paperpool.encoding.wanted_papers import want_papers

    papers = want_papers(collection)
    refuses = getattr(ranker.settings, "missing", None) == "error"
    with temporary_folder() as folder:
        vectors = folder / "vectors.npy"
        shares = []
        counts = []
        for number, file in enumerate(list_vector_files(setting, None)):
            share = folder / f"{number}.npy"
            owners = folder / f"{number}.owners.npy"
            counts.append(take_share(file, papers, share, owners, "float32"))
            shares.append((share, owners))
        missing = folder / "missing.csv"
        total = join_taken(shares, counts, papers, papers, vectors, missing, ranker.name, refuses)
        if total["missing"]:
            logger.warning("%s: %s", name, describe_missing(total))
        return KnownVectors(papers.ids, np.load(vectors, allow_pickle=False))


def _check_member(name: str, run: Rankings, collection: Collection) -> None:
    """Refuse a member of another collection, and warn of one that leaves candidates out.

    The fusion counts them as the member's last.
    """
    names = collection.topic_names()
    unknown = sorted("_".join(pair).removesuffix("_") for pair in run if pair not in names)
    if unknown:
        message = (
            f"{len(unknown):,} of {len(run):,} queries are none of the collection's: "
            f"{name_some(unknown)}."
        )
        hint = f"A query's id is such as {next(iter(names.values()))!r}."
        raise UserError(Problem(message, name, hint))
    if collection.is_searched:
        return

    short = []
    for pair in collection.pairs():
        ranked = {candidate for candidate, _ in run.get(pair, [])}
        if not ranked.issuperset(collection.rankable(*pair)):
            short.append(names[pair])
    if short:
        warning = "%s of the fusion leaves candidates out in %d topics: %s. They count as its last."
        logger.warning(warning, name, len(short), name_some(short))


def ranker(kind: object, **settings: object) -> Ranker:
    """Return a ranker.

    ``kind`` is one of docs/rankers.md with the settings that a configuration has; or an object
    with ``rank(topic, candidates)``, or a function of these, that returns the candidates' scores
    (see ``Rank``). Raises UserError for settings that a configuration would refuse.
    """
    scorer = _find_scorer(kind)
    if settings and (isinstance(kind, Ranker) or scorer is not None):
        message = (
            f"Settings go with a kind's name: {', '.join(settings)} would change nothing here."
        )
        raise UserError(Problem(message, "kind", "Leave them out, or set them inside the ranker."))
    if isinstance(kind, Ranker):
        return kind
    if scorer is not None:
        name = getattr(kind, "__name__", type(kind).__name__)
        refuse_odd_function(scorer, name)
        return Ranker(OwnRanker(scorer=scorer, published=None), name)
    if not isinstance(kind, str):
        message = f"A ranker cannot be of type {type(kind).__name__}."
        hint = "Give a kind's name, a function of topic and candidates, or an object with rank."
        raise UserError(Problem(message, "kind", hint))
    return _make_kind(kind, settings)


def _find_scorer(kind: object) -> Any:
    """Return the function that a user's ranker is, or its method ``rank``; None of other values."""
    if isinstance(kind, Ranker) or _is_of_pandas(kind):
        return None
    if hasattr(kind, "rank"):
        return kind.rank
    if callable(kind):
        return kind
    return None


def _make_kind(kind: str, arguments: Mapping[str, Any]) -> Ranker:
    """Return a ranker of a kind; raise UserError for settings that a configuration would refuse."""
    settings = {"kind": kind}
    for key, value in arguments.items():
        settings[key] = _write_paths(value)
    try:
        from paperpool.api.ranker_settings import check_ranker  # needs an extra's jsonschema

        check_ranker(kind, settings)
    except UserError as error:
        problems = [word_setting(problem, kind) for problem in error.problems]
        raise UserError(problems) from error

    made = make_ranker(settings)
    missing = made.needs & {"runs", "training", "citations"}
    if missing:
        hint = "Run the workflow (docs/rankers.md)."
        if kind == "fusion":
            hint = "Fuse with pp.fuse."
        message = f"A ranker of kind {kind} needs {', '.join(sorted(missing))} of a workflow's run."
        raise UserError(Problem(message, "kind", hint))
    return Ranker(made, kind)


def _write_paths(value: object) -> Any:
    """Return a setting with its paths as texts, as a configuration has them."""
    if isinstance(value, list | tuple):
        return [_write_paths(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    return value


def _is_of_pandas(value: object) -> bool:
    """Return whether a value is a DataFrame or Series, which have a method rank of their own."""
    return hasattr(value, "columns") or is_series(value)


def is_ranker(value: object) -> bool:
    """Return whether a value ranks: a ranker, a function, or an object with ``rank``."""
    if _is_of_pandas(value):
        return False
    return isinstance(value, Ranker) or callable(value) or callable(getattr(value, "rank", None))


def rank_or_read(
    run: object,
    collection: TestCollection,
    argument: str,
    cache: str | Path | None = None,
    depth: int | None = None,
) -> Run:
    """Return the run of a ranker, or a run read by ``read_run``, that came by an ``argument``.

    A ranker ranks as deep as the collection does, or down to ``depth`` if that is deeper.
    """
    if is_ranker(run):
        usual = collection.data.depth
        deeper = None
        if depth is not None and usual is not None and depth > usual:
            deeper = depth
        return ranker(run).rank(collection, cache, deeper)
    return load_run(run, collection, argument)
