"""Check the vectors that a ranker's settings name."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.encoding.given_files import list_vector_files, refuse_odd_file
from paperpool.errors import Problem, UserError
from paperpool.fetch.releases import Source


def find_vector_problems(
    sources: Iterable[Source] | None, where: str, settings: Mapping[str, Any]
) -> Iterable[Problem]:
    """Yield the problems of the ``vectors`` of a dense ranker; ``sources`` are those of papers."""
    if settings["kind"] != "dense":
        return
    vectors = settings.get("vectors")
    if bool(vectors) == bool(settings.get("model")):
        has = "both a model and vectors" if vectors else "neither a model nor vectors"
        hint = "Set one of the two: model, or vectors (files of the papers' vectors)."
        yield Problem(f"The ranker has {has}.", where, hint)
        return
    if not vectors:
        return

    try:
        files = list_vector_files(vectors, sources)
        if not isinstance(vectors, Mapping):  # those of a release may still have to be fetched
            for file in files:
                refuse_odd_file(file)
    except UserError as error:
        for problem in error.problems:
            yield Problem(problem.what, f"{where}.vectors", problem.hint)
