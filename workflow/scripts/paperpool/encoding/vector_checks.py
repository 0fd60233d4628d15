"""Check the vectors that a ranker's settings name."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.encoding.given_vectors import list_vector_files, refuse_odd_file
from paperpool.errors import Problem, UserError


def find_vector_problems(
    sources: Any, where: str, settings: Mapping[str, Any]
) -> Iterable[Problem]:
    """Yield the problems of the ``vectors`` of a dense ranker; ``sources`` are those of papers."""
    if settings["kind"] != "dense":
        return
    given = settings.get("vectors")
    if bool(given) == bool(settings.get("model")):
        has = "both a model and vectors" if given else "neither a model nor vectors"
        hint = "Set one of the two: model, or vectors (files of the papers' vectors)."
        yield Problem(f"The ranker has {has}.", where, hint)
    elif given:
        try:
            files = list_vector_files(given, sources)
            for file in files if not isinstance(given, Mapping) else ():
                refuse_odd_file(file)
        except UserError as error:
            yield from (Problem(p.what, f"{where}.vectors", p.hint) for p in error.problems)
