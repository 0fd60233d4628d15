"""What a kind of ranker is: settings with a sentence for each, what it needs, how it ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from paperpool.models.cache import ArrayCache
    from paperpool.rankers.scoring.known_vectors import KnownVectors
    from paperpool.search.sparse_pool import SparsePool
    from paperpool.search.top_rows import Ranked

GROUPS = (
    "Term-level",
    "Sentence-level",
    "Abstract-level",
    "Fusions",
    "Others",
    "From outside",
)
"""The groups of rankers in tables, by what they compare (CSFCube, section 5), in their order."""


def setting(sentence: str, schema: Mapping[str, Any], default: Any = MISSING) -> Any:
    """Return a field of a ranker: what it is, its JSON schema (with the values as description)."""
    metadata = {"sentence": sentence, "schema": dict(schema)}
    if isinstance(default, list | dict):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass
class Tools:
    """What a job lends the rankers that it runs.

    ``cache`` and ``torch_threads`` are for models, ``threads`` for searches, ``folder`` is an empty
    one. ``word_vectors`` is a table of WORD_VECTORS, None where there is no corpus to learn them
    from (then ``seed`` is that of a training on the collection). ``known`` are vectors that were
    made before of papers or their sentences, ``members`` the runs that are fused, ``trained`` the
    folder of an encoder that was trained for the ranker. What a program prints goes to ``stdout``
    and ``stderr``. ``name`` is that of the ranker. ``tables`` is filled with further tables that a
    ranker makes, and ``notes`` with what is worth a line in the log.
    """

    name: str = ""
    folder: Path = Path()
    cache: ArrayCache | None = None
    threads: int = 1
    torch_threads: int = 1
    seed: int = 0
    word_vectors: str | Path | None = None
    grid: Mapping[str, Any] = field(default_factory=dict)
    known: KnownVectors | None = None
    members: Mapping[str, Run] = field(default_factory=dict)
    trained: str | None = None
    stdout: str | Path = ""
    stderr: str | Path = ""
    tables: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(setting,))
class Ranker:
    """The settings of a ranker; a kind is a subclass with settings and a way to rank of its own.

    A kind is called as its module is, and its docstring says what it does. ``group`` is its place
    in tables. ``needs`` has what a collection must have (``facets``, ``folds``) or a job must lend
    it (``model``, of ``pairs`` of texts, ``training``, ``runs``, ``program``, ``file``,
    ``word_vectors``), beside what its base needs. ``searches`` says what large pools are searched
    by: ``terms``, ``vectors`` or ``sentences``; None where it only orders candidates.
    """

    kind: ClassVar[str | None] = None
    sentence: ClassVar[str] = ""
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
        """Make the subclass a kind, unless it is ``abstract``: a base of kinds."""
        dataclass(frozen=True, kw_only=True)(cls)
        cls.kind = None if abstract else cls.__module__.rpartition(".")[2]
        cls.sentence = " ".join((cls.__doc__ or "").split()).rstrip(".")
        cls.group = group or cls.group
        cls.needs = cls.needs | frozenset(needs)
        cls.searches = searches or cls.searches

    published: str | Mapping[str, str] | None = setting(
        "the published system whose figures stand beside",
        {"$ref": "#/$defs/published"},
        None,
    )

    def order(self, collection: Collection, tools: Tools) -> Run:
        """Return the ranking of every topic's candidates."""
        raise NotImplementedError

    def search_terms(
        self,
        pool: SparsePool,
        queries: NDArray[np.int32],
        depth: int,
        exclude: Sequence[NDArray[np.int32]],
        parameters: Mapping[str, float],
    ) -> Ranked:
        """Return the best of a pool for each query, where the kind searches by ``terms``.

        ``parameters`` are those that were tuned on validation pools.
        """
        raise NotImplementedError

    @classmethod
    def settings(cls) -> dict[str, Mapping[str, Any]]:
        """Return of each setting its ``sentence``, ``schema`` and whether it is ``required``."""
        defaults = cls.defaults()
        return {f.name: {**f.metadata, "required": f.name not in defaults} for f in fields(cls)}

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Return the settings that are taken where nothing is said."""
        return {
            f.name: f.default if f.default is not MISSING else f.default_factory()
            for f in fields(cls)
            if not (f.default is MISSING and f.default_factory is MISSING)
        }

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the JSON schema of a ranker of the kind."""
        settings = cls.settings()
        return {
            "additionalProperties": False,
            "required": [name for name, each in settings.items() if each["required"]],
            "properties": {"kind": True} | {n: each["schema"] for n, each in settings.items()},
        }

    def science(self) -> dict[str, Any]:
        """Return the settings that determine a ranking, as JSON types."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "published"}


def find_lack(kind: type[Ranker], faceted: bool, has_folds: bool) -> str | None:
    """Return what a collection lacks of what a kind needs, as words; None where nothing."""
    lacks = {"facets": not faceted, "folds": not has_folds}
    named = {
        "facets": "facets of its papers' sentences",
        "folds": "grades in folds that a choice may be made on",
    }
    return next((named[need] for need in named if need in kind.needs and lacks[need]), None)
