"""Read the vectors that are given in the form of SciSearch's authors (``given_vectors``)."""

import math
from collections.abc import Iterable

import numpy as np

from paperpool.collections.schemes import default_scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import read_json
from paperpool.workflow.scisearch.features import Key, Vector
from paperpool.workflow.scisearch.given_vectors import HINT, list_files
from paperpool.workflow.scisearch.names import ABSTRACT


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
            raise UserError(Problem(f"It has no vector of {name_some(missing)}.", file, HINT))

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
        raise UserError(Problem(message, file, HINT))
    return vectors


def _check(values: list, length: int, paper: str, file: str) -> Vector:
    """Return the numbers of a list as a vector; UserError unless they can be compared."""
    is_numbers = all(type(value) in (int, float) for value in values)
    vector = np.array(values if is_numbers else [], np.float32)
    if len(vector) != length or not 0 < float(np.linalg.norm(vector)) < math.inf:
        message = f"The vector of {paper} is not {length} finite numbers, one of them other than 0."
        raise UserError(Problem(message, file, HINT))
    return vector
