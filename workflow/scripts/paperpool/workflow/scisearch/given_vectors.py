"""Vectors in the form of SciSearch's authors: JSON objects of a vector for each paper.

A folder has ``background.json``, ``method.json`` and ``result.json`` (queries, by facet sentences)
and ``all.json`` (candidates, by whole abstracts). Source: github.com/ashutoshaks/SciSearch,
data/<encoder>/ and ``PrepareDataset`` of its notebooks.
"""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from paperpool.collections.schemes import default_scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import read_json
from paperpool.workflow.scisearch.features import ABSTRACT, Key, Vector

_HINT = "`snakemake fetch_scisearch` downloads the authors' vectors; docs/scisearch.md."


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
        yield Problem(f"There is no {name_some(missing)}.", f"{where}.vectors", _HINT)
    if candidate != ABSTRACT:
        message = "Given vectors of candidates are of whole abstracts, and candidate is 'facet'."
        hint = "Set candidate: abstract, or preset: authors_code."
        yield Problem(message, "scisearch.candidate", hint)


def read_given(folder: str, keys: Iterable[Key]) -> list[Vector]:
    """Read the vectors of ``keys``, in their order.

    Raises UserError for a file or paper without vectors, and for a vector that is not finite, zero
    or of another length.
    """
    files = dict(zip((*default_scheme().facet_names, ABSTRACT), list_files(folder), strict=True))
    vectors = {name: _read_file(file) for name, file in files.items()}
    wanted = []
    for paper, facet, source in keys:
        wanted.append((ABSTRACT if source == ABSTRACT else facet, paper))

    for name, file in files.items():
        papers = {paper for name_of_paper, paper in wanted if name_of_paper == name}
        missing = sorted(papers - vectors[name].keys())
        if missing:
            raise UserError(Problem(f"It has no vector of {name_some(missing)}.", file, _HINT))

    length = len(next(iter(vectors[ABSTRACT].values())))
    checked = []
    for name, paper in wanted:
        checked.append(_check(vectors[name][paper], length, paper, files[name]))
    return checked


def _read_file(file: str) -> dict[str, list]:
    """Return the vectors of a file by paper; the vectors themselves are not checked."""
    vectors = read_json(file)
    is_filled = isinstance(vectors, dict) and len(vectors) > 0
    if not is_filled or not all(isinstance(vector, list) for vector in vectors.values()):
        message = "It is not a JSON object with a list of numbers for each paper, of one at least."
        raise UserError(Problem(message, file, _HINT))
    return vectors


def _check(values: list, length: int, paper: str, file: str) -> Vector:
    """Return the numbers of a list as a vector; UserError unless they can be compared."""
    is_numbers = all(type(value) in (int, float) for value in values)
    vector = np.array(values if is_numbers else [], np.float32)
    if len(vector) != length or not 0 < float(np.linalg.norm(vector)) < math.inf:
        message = f"The vector of {paper} is not {length} finite numbers, one of them other than 0."
        raise UserError(Problem(message, file, _HINT))
    return vector
