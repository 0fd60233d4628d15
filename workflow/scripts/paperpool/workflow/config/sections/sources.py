"""The sources of a corpus as JSON schemas: tables of papers, and datasets."""

from typing import Any

from paperpool.workflow.config.section import ref

PATHS: dict[str, Any] = {
    "description": "a list of shards or globs",
    "type": "array",
    "minItems": 1,
    "items": ref("path"),
}

COLUMN = {"description": "the name of a column, a key or a tag", "type": "string", "minLength": 1}

DATE = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\\n)"}
"""A date as the name of a release."""

TABLE: dict[str, Any] = {
    "description": (
        "a table of papers: {table: papers.csv, id: COLUMN, title: COLUMN, abstract: COLUMN}"
    ),
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "table": ref("path", "a file or glob: CSV, Parquet, JSON lines, RIS or BibTeX"),
        "id": ref("column", "the column of ids (id)"),
        "title": ref("column", "the column of titles (title)"),
        "abstract": ref("column", "the column of abstracts (abstract)"),
        "year": ref("column", "the column of years"),
        "fields": ref("column", "the column of fields of study, lists or cells with separators"),
        "doi": ref("column", "the column of DOIs"),
        "venue": ref("column", "the column of venues"),
        "arxiv_id": ref("column", "the column of arXiv ids"),
        "citations": ref(
            "column", "the column of the ids of cited papers, lists or cells with separators"
        ),
        "cited_by": ref("column", "the column of numbers: how often a paper is cited"),
        "language": ref("column", "the column of languages, for filters"),
        "type": ref("column", "the column of types, such as article, for filters"),
        "topics": ref("column", "the column of topics, lists or cells with separators"),
        "separator": {
            "description": "what separates the values of a cell (;)",
            "type": "string",
            "minLength": 1,
        },
    },
}

S2AG: dict[str, Any] = {
    "description": 'a release of Semantic Scholar\'s datasets: {release: "2026-08-25"}',
    "type": "object",
    "additionalProperties": False,
    "required": ["release"],
    "properties": {
        "release": {
            "description": (
                "the date of a release, which `paperpool fetch s2ag DATE` lists; it has to be one "
                "that can be had again, and `paperpool fetch s2ag latest` says which is the newest"
            ),
            **DATE,
        },
        "key": {
            "description": (
                "the name of an environment variable with the key of the API (S2_API_KEY)"
            ),
            "type": "string",
            "pattern": "^[A-Za-z_][A-Za-z0-9_]*$(?!\\n)",
        },
    },
}

OPENALEX: dict[str, Any] = {
    "if": {"type": "object"},
    "then": {
        "description": 'a release of OpenAlex: {release: "2026-06-25"}',
        "additionalProperties": False,
        "required": ["release"],
        "properties": {
            "release": {
                "description": (
                    "the date of a release, which `paperpool fetch openalex DATE` lists"
                ),
                **DATE,
            },
        },
    },
    "else": PATHS,
}

ALONE: dict[str, Any] = {
    "csfcube_abstracts": PATHS,
    "openalex": OPENALEX,
    "s2ag": S2AG,
    "beir": ref("path", "a folder with BEIR's corpus.jsonl"),
    "cystic_fibrosis": ref("path", "the folder of the cystic fibrosis collection"),
}
"""The datasets that are the only key of their source."""

DATASETS: dict[str, Any] = {
    "description": (
        "table with the names of its columns; the bulk datasets papers, abstracts and citations, "
        "all three, or csfcube_abstracts or openalex alone, each a list of shards or globs; or "
        "s2ag, beir or cystic_fibrosis alone"
    ),
    "additionalProperties": False,
    "if": {"anyOf": [{"required": [name]} for name in ALONE]},
    "then": {
        "description": (
            "csfcube_abstracts, openalex, s2ag, beir or cystic_fibrosis is the only key of its "
            "source"
        ),
        "maxProperties": 1,
    },
    "else": {
        "description": (
            "name table and its columns, or papers, abstracts and citations (all three), or "
            "csfcube_abstracts, openalex, s2ag, beir or cystic_fibrosis alone"
        ),
        "required": ["papers", "abstracts", "citations"],
    },
    "properties": {
        "table": ref("path"),
        "papers": PATHS,
        "abstracts": PATHS,
        "citations": PATHS,
        **ALONE,
    },
}
"""A source that is no table: datasets of Semantic Scholar or OpenAlex, or released abstracts."""
