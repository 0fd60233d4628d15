"""What MDCR's parts are called."""

from __future__ import annotations

LEVELS = ("dataset", "field")
"""The two large-scale evaluations (sections 3.1 and 3.2)."""

SPLITS = ("val", "test")

ALL = "all"
"""The slice of the tables that all fields or all types of negatives make up."""

TYPE = "type:"
"""What the slice of a type of negatives begins with."""

TRUE, GRAPH, MOST_CITED, RANDOM = "true", "graph", "most_cited", "random"
"""The types of candidates (section 4.1): papers that the query cites, and the kinds of negatives
that no model ranks."""

RELEASE = tuple(f"mdcr_{split}{end}" for split in SPLITS for end in (".json", "_data.jsonl"))
"""The files of the release: pools and texts."""

MAG_FIELDS = (
    "Art",
    "Biology",
    "Business",
    "Chemistry",
    "Computer Science",
    "Economics",
    "Engineering",
    "Environmental Science",
    "Geography",
    "Geology",
    "History",
    "Materials Science",
    "Mathematics",
    "Medicine",
    "Philosophy",
    "Physics",
    "Political Science",
    "Psychology",
    "Sociology",
)
"""The fields of study of the Microsoft Academic Graph."""

TERM_KINDS = ("bm25", "tfidf")
"""The kinds of rankers that compare terms."""

WORD_VECTOR_KINDS = ("cbow", "tfidfcbow")
"""The kinds of rankers that average word vectors."""

KINDS = (*TERM_KINDS, *WORD_VECTOR_KINDS, "dense")
"""The kinds of rankers that rank large pools."""


def score_files(path: str) -> list[str]:
    """Return the files that a ranker's ``path`` stands for: one per split where it has {split}."""
    return [path.replace("{split}", split) for split in SPLITS] if "{split}" in path else [path]
