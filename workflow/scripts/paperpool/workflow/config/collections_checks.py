"""Check other people's collections: their files exist, and their settings fit together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.collections.drawn_frame import FRAME
from paperpool.collections.readers.registry import find_readers, make_reader
from paperpool.errors import Problem, UserError
from paperpool.evaluation.slices import read_slice_rows
from paperpool.io.files import expand_globs
from paperpool.judging.files import JUDGMENTS
from paperpool.rankers.ranker import find_missing_requirement
from paperpool.rankers.registry import find_kinds
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings, find_settings
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.config.ranker_checks import find_part_problems, find_unknown_rankers


def find_problems(config: Checked, systems: Sequence[str]) -> Iterable[Problem]:
    """Yield the problems of ``data.collections``, and of runs that name an unknown one."""
    collections: Mapping[str, Any] = {}
    if config.is_sound("data"):
        collections = config["data"]["collections"] or {}

    for name, settings in collections.items():
        key = ("data", "collections", name)
        if config.is_sound(*key) and key[:2] not in config.broken:
            yield from _find_collection_problems(config, name, settings)

    if config.is_sound("rankers"):
        yield from _find_unknown_benchmarks(config["rankers"], collections)


def _find_collection_problems(
    config: Checked, name: str, settings: Mapping[str, Any]
) -> Iterable[Problem]:
    """Yield the problems of a collection's name, its files, its measures and its rankers."""
    where = f"data.collections.{name}"
    known = find_readers()[settings["format"]].settings()
    settings = {key: value for key, value in settings.items() if key == "format" or key in known}
    if name in find_benchmarks():
        hint = "Give the collection another name."
        yield Problem(f"{name} is already the name of a benchmark.", where, hint)

    missing = list(_find_missing_files(settings, where))
    yield from missing
    yield from _find_slice_problems(settings.get("slices"), f"{where}.slices")
    yield from _find_predicted_problems(settings, where)

    if settings.get("measures") or "depth" in settings:
        yield from _find_measure_problems(settings, where)

    # the reader says what rankers can take only once its files are there
    if config.is_sound("rankers") and not missing:
        yield from _find_ranker_problems(config, name, settings, where)


def _find_unknown_benchmarks(
    rankers: Mapping[str, Any], collections: Iterable[str]
) -> Iterable[Problem]:
    """Yield a problem for each run whose benchmark is neither one that takes runs nor known."""
    known = set(collections)
    for name in find_benchmarks():
        if find_settings(name).find_run_problems is not None:
            known.add(name)

    for name, ranker in rankers.items():
        benchmark = ranker.get("benchmark", judged_benchmark().name)
        if benchmark not in known:
            message = f"No benchmark or collection is called {benchmark!r}."
            hint = f"One of {', '.join(sorted(known))}."
            yield Problem(message, f"rankers.{name}.benchmark", hint)


def _find_measure_problems(settings: Mapping[str, Any], where: str) -> list[Problem]:
    """Return the problems of the measures, or else those of a depth that ends before them."""
    from paperpool.evaluation.named_measures import (  # slow to import
        find_depth_problems,
        find_measure_problems,
    )

    names = settings.get("measures")
    further = find_readers()[settings["format"]].own_measures
    problems = list(find_measure_problems(names or [], f"{where}.measures", further))
    if not problems and "depth" in settings:
        problems += find_depth_problems(names, settings["depth"], f"{where}.depth", further)
    return problems


def _find_missing_files(settings: Mapping[str, Any], where: str) -> Iterable[Problem]:
    """Yield a problem for each missing file, with some that are in its folder.

    A file that tells settings may be malformed (``find_told``).
    """
    try:
        files = make_reader(settings).files()
    except UserError as error:
        yield from error.problems
        return
    for key, pattern in files.items():
        if expand_globs([pattern]):
            continue

        place = f"{where}.path"
        if key in settings:
            place = f"{where}.{key}"
        hint = "Correct the path."
        folder = Path(pattern).parent
        if folder.is_dir():
            present = sorted(file.name for file in folder.glob("*"))
            if present:
                shown = "The folder" if folder == Path() else str(folder)
                hint += f" {shown} has {', '.join(present[:5])}."
        yield Problem(f"There is no file of {key}: {pattern}.", place, hint)


def _find_slice_problems(slices: str | None, where: str) -> Iterable[Problem]:
    """Yield the problem of a table of slices that is not there, or has other columns."""
    if not slices:
        return

    hint = "Give a CSV file with the columns query_id and slice."
    if not Path(slices).is_file():
        yield Problem(f"There is no file of slices: {slices}.", where, hint)
        return

    try:
        read_slice_rows(slices, hint)
    except UserError as error:
        yield from error.problems


def _find_predicted_problems(settings: Mapping[str, Any], where: str) -> Iterable[Problem]:
    """Yield the problems of a model's grades: their file, and how people's were drawn."""
    path = settings.get("predicted")
    if not path:
        return
    if not Path(path).is_file():
        hint = "Give a CSV file with the columns query_id, doc_id and grade."
        yield Problem(f"There is no file of a model's grades: {path}.", f"{where}.predicted", hint)
    folder = Path(str(settings.get("path", "")))
    missing = [name for name in (JUDGMENTS, FRAME) if not (folder / name).is_file()]
    if "path" not in settings or missing:
        message = "A model's grades go with people's that were drawn, and how is not known."
        hint = "Name the folder that `paperpool next --for scores` writes (next/version)."
        yield Problem(message, f"{where}.predicted", hint)


def _find_ranker_problems(
    config: Checked, name: str, settings: Mapping[str, Any], where: str
) -> Iterable[Problem]:
    """Yield the problems of the rankers that take part, and of the one that searches first."""
    chosen = settings.get("rankers") or []
    try:
        faceted = make_reader(settings).has_facets()
    except (UserError, OSError):
        faceted = False
    lacks = partial(find_missing_requirement, faceted=faceted, has_folds=False, has_training=False)
    place = f"{where}.rankers"
    yield from find_part_problems(config, chosen, place, (name, name), lacks)
    if settings.get("candidates"):
        first = settings["candidates"]["ranker"]
        yield from _find_first_problems(config, first, chosen, where)


def _find_first_problems(
    config: Checked, first: str, chosen: Sequence[str], where: str
) -> Iterable[Problem]:
    """Yield the problem of the ranker that finds the candidates of a collection, if any.

    ``chosen`` are the rankers that take part; empty: all.
    """
    if first not in config["rankers"]:
        for problem in find_unknown_rankers(config, [first], where):
            yield replace(problem, where=f"{where}.candidates.ranker")
        return

    kinds = find_kinds()
    kind = config["rankers"][first]["kind"]
    if not kinds[kind].searches:
        reason = f"kind {kind} does not search"
    elif chosen and first not in chosen:
        reason = f"it is not in {where}.rankers"
    else:
        return

    message = f"{first} cannot find the candidates: {reason}."
    searching = ", ".join(name for name in kinds if kinds[name].searches)
    hint = f"Name a ranker of this collection whose kind is one of {searching}."
    yield Problem(message, f"{where}.candidates.ranker", hint)


SETTINGS = BenchmarkSettings(find_problems=find_problems)
