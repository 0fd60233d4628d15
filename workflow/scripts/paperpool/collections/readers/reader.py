"""The base class of formats of collections: documented settings, and reading."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from paperpool.collections.found import Found
from paperpool.settings import Settings, setting

PATH = {"description": "a path", "type": "string", "minLength": 1}
_COUNT = {"description": "a whole number from 1", "type": "integer", "minimum": 1}


def optional_list(things: str, items: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON schema of null, or of a list of distinct items."""
    return {
        "description": f"null, or a list of {things}",
        "type": ["array", "null"],
        "minItems": 1,
        "uniqueItems": True,
        "items": dict(items),
    }


class Reader(Settings, abstract=True):
    """The settings of a collection; a format is a subclass in a module of its name.

    ``own_measures`` are measures of the format, made by ``ir_measures.define``, by their names in
    the setting ``measures``.
    """

    own_measures: ClassVar[Mapping[str, Any]] = {}

    split: str = setting(
        "the name of its split in the tables; of BEIR folders also the judgments that are read",
        {
            "description": "the name of a split",
            "type": "string",
            "pattern": "^[A-Za-z0-9_][A-Za-z0-9._-]*$(?!\\n)",
        },
        "test",
    )
    relevant: float = setting(
        "the least grade of what is relevant, a decimal where grades are",
        {"description": "a number above 0", "type": "number", "exclusiveMinimum": 0},
        1,
    )
    measures: list[str] | None = setting(
        "what is measured, by ir_measures' names; null: AP, nDCG@10, R@100 and RR",
        optional_list(
            "measures as ir_measures names them",
            {"description": "a measure as ir_measures names it", "type": "string"},
        ),
        None,
    )
    slices: str | None = setting(
        "null, or a CSV file with query_id and slice: further slices of its tables",
        {**PATH, "description": "null or a path", "type": ["string", "null"]},
        None,
    )
    predicted: str | None = setting(
        "null, or a file of a model's grades (query_id, doc_id, grade) of a collection that "
        "`paperpool next` has drawn: a further table, of scores that people's grades correct",
        {**PATH, "description": "null or a path", "type": ["string", "null"]},
        None,
    )
    rankers: list[str] | None = setting(
        "the rankers that take part; null: all whose kind can rank it",
        optional_list("the names of rankers", {"$ref": "#/$defs/name"}),
        None,
    )
    depth: int = setting(
        "documents that a run ranks for a topic, where any is asked for", _COUNT, 1000
    )
    candidates: Mapping[str, Any] | None = setting(
        "null, or {ranker, depth}: a ranker that searches, whose first so many documents are what "
        "rankers order that do not search; null: they order the whole corpus, if it is small",
        {
            "description": "null, or a ranker that searches and a depth",
            "type": ["object", "null"],
            "additionalProperties": False,
            "required": ["ranker", "depth"],
            "properties": {"ranker": {"$ref": "#/$defs/name"}, "depth": _COUNT},
        },
        None,
    )

    @property
    def voters(self) -> Sequence[str]:
        """The judges whose votes are kept beside the grades that they make; usually none."""
        return ()

    @property
    def asks_by_papers(self) -> bool:
        """Whether its documents are its queries too, judged by what they share."""
        return False

    @property
    def corpus_prefix(self) -> str:
        """What stands before the ids of its documents if these are papers of a corpus."""
        return ""

    @classmethod
    def find_told(cls, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return further settings, which the files tell; usually none."""
        return {}

    def files(self) -> dict[str, str]:
        """Return the files to read, by key; they may be missing."""
        raise NotImplementedError

    def read(self) -> Found:
        """Read the files; raise UserError if topics or judgments are malformed."""
        raise NotImplementedError

    def has_facets(self) -> bool:
        """Return whether the sentences of the first document have facet labels."""
        return False
