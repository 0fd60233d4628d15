"""The base class of kinds of rankers: documented settings, requirements, ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run
from paperpool.evaluation.score_checks import check_run_scores
from paperpool.settings import Settings, setting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paperpool.models.cache import ArrayCache
    from paperpool.rankers.scoring.paper_vectors import KnownVectors
    from paperpool.search.sparse_pool import SparsePool
    from paperpool.search.top_rows import Ranked

GROUPS = (
    "Term-level",
    "Sentence-level",
    "Abstract-level",
    "Citations",
    "Fusions",
    "Others",
    "From outside",
)
"""The groups of rankers in tables, in order, by the compared texts (CSFCube, section 5)."""

LARGEST_ORDERED = 2_000_000
"""Pairs of a topic and a document, at most, for a kind that does not search."""


LARGE_POOLS = ("terms", "vectors", "sentences")
"""The means of searching by which MDCR's large pools are searched, too."""

BOOLEAN = {"description": "true or false", "type": "boolean"}


def one_of(*values: str) -> dict[str, object]:
    """Return the JSON schema of a choice of texts."""
    return {"description": " or ".join(values), "enum": list(values)}


@dataclass
class Context:
    """The resources of a job for its rankers.

    ``cache`` and ``torch_threads`` are for models, ``threads`` for searches, ``folder`` is empty at
    first. ``word_vectors`` is a table of WORD_VECTORS; without one ``seed`` is for training on the
    collection. ``votes`` is a table of ``mdcr.references``, ``known`` are earlier vectors of papers
    or sentences, ``members`` the runs to fuse, ``trained`` the folder of a trained encoder. A
    program's output goes to ``stdout`` and ``stderr``. ``name`` is the ranker's, ``collection``
    that of a user's collection. A ranker adds ``tables`` to be written.
    """

    name: str = ""
    collection: str = ""
    folder: Path = Path()
    cache: ArrayCache | None = None
    threads: int = 1
    torch_threads: int = 1
    seed: int = 0
    word_vectors: str | Path | None = None
    votes: str | Path = ""
    grid: Mapping[str, Any] = field(default_factory=dict)
    known: KnownVectors | None = None
    members: Mapping[str, Run] = field(default_factory=dict)
    trained: str | None = None
    stdout: str | Path = ""
    stderr: str | Path = ""
    tables: dict[str, Any] = field(default_factory=dict)


class Ranker(Settings, abstract=True):
    """The settings of a ranker; a kind is a subclass with its own settings and way to rank.

    A kind is called as its module is, and its docstring describes it in the documentation.
    ``group`` is its place in tables. ``needs`` adds to its base's requirements of a collection
    (``facets``, ``folds``) or of a job (``model``, ``pairs`` of texts, ``training``, ``runs``,
    ``program``, ``file``, ``word_vectors``, a corpus's ``citations``). ``searches`` is its means of
    searching whole collections (``terms``, ``vectors``, ``sentences``, ``weights``), None if it
    orders candidates.
    """

    group: ClassVar[str] = "Others"
    needs: ClassVar[frozenset[str]] = frozenset()
    searches: ClassVar[str | None] = None

    def __init_subclass__(
        cls,
        group: str | None = None,
        needs: Iterable[str] = (),
        searches: str | None = None,
        abstract: bool = False,
    ):
        super().__init_subclass__(abstract)
        cls.group = group or cls.group
        cls.needs = cls.needs | frozenset(needs)
        cls.searches = searches or cls.searches

    @classmethod
    def searches_large_pools(cls) -> bool:
        """Return whether the kind searches MDCR's large pools."""
        return cls.searches in LARGE_POOLS

    published: str | Mapping[str, str] | None = setting(
        "the published system whose scores stand beside", {"$ref": "#/$defs/published"}, None
    )

    def rank(self, collection: Collection, context: Context) -> Run:
        """Rank the candidates of every topic, or search all papers.

        Raises UserError if the kind does not search, and there are too many papers to order, and
        for a score that is no finite number, as a damaged model's are.
        """
        run = self._rank(collection, context)
        check_run_scores(run, f"Ranker {context.name!r}", collection.topic_names())
        return run

    def _rank(self, collection: Collection, context: Context) -> Run:
        if collection.is_searched and self.searches:
            return self.search(collection, context)

        # a run that is read, or made of other runs, orders no documents itself
        if collection.is_searched and not self.needs & {"file", "runs"}:
            n_pairs = len(collection.pairs()) * len(collection.documents)
            if n_pairs > LARGEST_ORDERED:
                kind = f", of kind {self.kind}," if self.kind else ""  # a user's function has none
                message = (
                    f"{context.name}{kind} would order every document for each topic: "
                    f"{n_pairs:,} pairs, of {LARGEST_ORDERED:,} at most."
                )
                hint = "Set its candidates, such as {ranker: bm25, depth: 100}."
                raise UserError(Problem(message, f"data.collections.{context.collection}", hint))

        run = self.order(collection, context)
        return {pair: ranking[: collection.depth] for pair, ranking in run.items()}

    def order(self, collection: Collection, context: Context) -> Run:
        """Return the ranking of every topic's candidates."""
        raise NotImplementedError

    def search(self, collection: Collection, context: Context) -> Run:
        """Search all papers for every topic, if the kind searches."""
        raise NotImplementedError

    def search_terms(
        self,
        pool: SparsePool,
        queries: NDArray[np.int32],
        depth: int,
        exclude: Sequence[NDArray[np.int32]],
        parameters: Mapping[str, float],
    ) -> Ranked:
        """Return the best of a pool for each query, if the kind searches by ``terms``.

        ``parameters`` were tuned on validation pools; others have their defaults.
        """
        raise NotImplementedError

    def science(self) -> dict[str, Any]:
        """Return the settings that determine a ranking, as JSON types."""
        names = [field.name for field in fields(self) if field.name != "published"]
        return {name: getattr(self, name) for name in names}


def find_missing_requirement(
    kind: type[Ranker],
    faceted: bool,
    has_folds: bool,
    has_training: bool = True,
    has_citations: bool = False,
) -> str | None:
    """Return the missing requirement of a kind in a collection, in words, or None."""
    if "facets" in kind.needs and not faceted:
        return "facets of its papers' sentences"
    if "folds" in kind.needs and not has_folds:
        return "grades in folds that a choice may be made on"
    if "training" in kind.needs and not has_training:
        return "a training that leaves its papers out"
    if "citations" in kind.needs and not has_citations:
        return "a corpus's citations that large pools are drawn from"
    return None
