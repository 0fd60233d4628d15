"""Vectors in the form of SciSearch's authors: JSON objects of a vector for each paper.

A folder has ``background.json``, ``method.json`` and ``result.json`` (queries, by facet sentences)
and ``all.json`` (candidates, by whole abstracts). Source: github.com/ashutoshaks/SciSearch,
data/<encoder>/ and ``PrepareDataset`` of its notebooks.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from paperpool.collections.schemes import default_scheme
from paperpool.errors import Problem, name_some
from paperpool.workflow.scisearch.names import ABSTRACT

HINT = "`snakemake fetch_scisearch` downloads the authors' vectors; docs/scisearch.md."


def is_given(encoder: object) -> bool:
    """Return whether an encoder's settings name vectors in place of a model."""
    return isinstance(encoder, Mapping) and "vectors" in encoder


def list_files(folder: str) -> list[str]:
    """Return the four files of a folder of vectors."""
    return [f"{folder}/{name}.json" for name in default_scheme().slices]


def find_problems(where: str, folder: str, candidate: str) -> Iterable[Problem]:
    """Yield missing files of a folder, and a ``candidate`` other than the whole abstract."""
    missing = [file for file in list_files(folder) if not Path(file).is_file()]
    if missing:
        yield Problem(f"There is no {name_some(missing)}.", f"{where}.vectors", HINT)
    if candidate != ABSTRACT:
        message = "Given vectors of candidates are of whole abstracts, and candidate is 'facet'."
        hint = "Set candidate: abstract, or preset: authors_code."
        yield Problem(message, "scisearch.candidate", hint)
