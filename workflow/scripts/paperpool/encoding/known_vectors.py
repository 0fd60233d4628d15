"""Right vectors of CSFCube's queries, by which the loading of a model is proved.

Source: github.com/outer-rim/Sciatica, vectors of the 50 queries by six encoders of
sentence-transformers. A query's text is the sentences of its facet, joined by a blank, without the
title. The numbers are rounded to six decimals.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import Problem, UserError
from paperpool.io.files import read_unique_json

BAR = 1e-5
"""The largest difference of a number of an agreeing vector."""

_DATA = "PAPERPOOL_DATA"
_NOT_HERE = f"Run `paperpool fetch {{name}}`, or set {_DATA} to a folder that has them."
_HINT = "Delete the file, and fetch it again (`paperpool fetch` lists what there is)."


@dataclass(frozen=True)
class KnownVectors:
    """Texts, what each is called, and their right vectors, shape (texts, dimensions)."""

    folder: Path
    names: Sequence[str]
    texts: Sequence[str]
    vectors: NDArray[np.float64]


@dataclass(frozen=True)
class Agreement:
    """How many of a model's vectors agree, and its largest difference, with the text's name."""

    n_texts: int
    n_agreeing: int
    largest: float
    worst: str

    @property
    def is_proved(self) -> bool:
        """Whether all vectors agree."""
        return self.n_agreeing == self.n_texts


def read_known_vectors(system: str) -> KnownVectors:
    """Return the vectors of a system of `paperpool fetch csfcube_runs`, by its folder's name.

    They are looked for in resources/, then where PAPERPOOL_DATA says (default ../shared/data). The
    same holds for the texts, which are CSFCube's. Raises UserError if either is missing or broken.
    """
    benchmark = judged_benchmark().name
    runs = f"{benchmark}_runs"
    folder = _find_folder(f"{runs}/{system}", f"known-runs/sciatica/{system}", runs)
    release = _find_folder(benchmark, benchmark, benchmark)
    collection = read_collection(release, evaluable=False)
    names = []
    texts = []
    vectors = []
    for facet in collection.scheme.facet_names:
        path = folder / f"{facet}.json"
        for paper, vector in sorted(read_unique_json(path, _HINT).items()):
            if paper not in collection.papers:
                raise UserError(Problem(f"CSFCube has no paper {paper}.", str(path), _HINT))
            names.append(f"{facet} of {paper}")
            texts.append(collection.part_text(paper, facet))
            vectors.append(vector)

    try:
        matrix = np.array(vectors, np.float64)
    except (TypeError, ValueError) as error:
        message = "Its vectors are not lists of numbers of one length."
        raise UserError(Problem(message, str(folder), _HINT)) from error
    if matrix.ndim != 2:
        raise UserError(Problem("It has no vectors.", str(folder), _HINT))
    return KnownVectors(folder, names, texts, matrix)


def _find_folder(fetched: str, shared: str, name: str) -> Path:
    """Return the folder of fetched data, or of the same data where PAPERPOOL_DATA says."""
    places = [Path("resources", fetched), Path(os.environ.get(_DATA, "../shared/data"), shared)]
    for place in places:
        if place.is_dir():
            return place
    message = f"The known vectors need {name}, which is in neither {places[0]} nor {places[1]}."
    raise UserError(Problem(message, str(places[0]), _NOT_HERE.format(name=name)))


def compare(
    known: KnownVectors, encode: Callable[[Sequence[str]], NDArray[np.float32]]
) -> Agreement:
    """Return how the vectors of the known texts by ``encode`` differ from the right ones.

    Raises UserError if they have another number of dimensions.
    """
    found = encode(known.texts)
    if found.shape != known.vectors.shape:
        message = (
            f"The model's vectors have {found.shape[1]} dimensions, "
            f"the known ones {known.vectors.shape[1]}."
        )
        raise UserError(Problem(message, str(known.folder), "This is another model, or pooling."))
    largest = np.abs(found - known.vectors).max(axis=1)
    worst = int(largest.argmax())
    n_agreeing = int((largest <= BAR).sum())
    return Agreement(len(known.texts), n_agreeing, float(largest[worst]), known.names[worst])
