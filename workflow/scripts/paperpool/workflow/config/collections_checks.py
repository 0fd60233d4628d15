"""Check other people's collections: their files exist, and their settings fit together."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.collections.readers.registry import find_readers, make_reader
from paperpool.errors import Problem, UserError
from paperpool.io.files import expand_globs
from paperpool.rankers.ranker import find_missing_requirement
from paperpool.rankers.registry import find_kinds
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings, find_settings
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.config.ranker_checks import find_part_problems, find_unknown_rankers


def find_problems(config: Checked, systems: Sequence[str]) -> Iterable[Problem]:
    """Yield the problems of ``data.collections``, and of runs that name an unknown one."""
    collections = config["data"]["collections"] if config.is_sound("data") else None
    for name, settings in (collections or {}).items():
        key = ("data", "collections", name)
        if not config.is_sound(*key) or key[:2] in config.broken:
            continue
        where = ".".join(key)
        known = find_readers()[settings["format"]].settings()
        settings = {k: value for k, value in settings.items() if k == "format" or k in known}
        if name in find_benchmarks():
            hint = "Give the collection another name."
            yield Problem(f"{name} is already the name of a benchmark.", where, hint)
        missing = list(_find_missing_files(settings, where))
        yield from missing
        if (slices := settings.get("slices")) and not Path(slices).is_file():
            hint = "Give a CSV file with the columns query_id and slice."
            yield Problem(f"There is no file of slices: {slices}.", f"{where}.slices", hint)
        if settings.get("measures") or "depth" in settings:
            yield from _find_measure_problems(settings, where)
        if config.is_sound("rankers") and not missing:
            yield from _find_ranker_problems(config, name, settings, where)
    if config.is_sound("rankers"):
        ours = [name for name in find_benchmarks() if find_settings(name).find_run_problems]
        known = {*ours, *(collections or {})}
        for name, ranker in config["rankers"].items():
            benchmark = ranker.get("benchmark", judged_benchmark().name)
            if benchmark not in known:
                hint = f"One of {', '.join(sorted(known))}."
                what = f"No benchmark or collection is called {benchmark!r}."
                yield Problem(what, f"rankers.{name}.benchmark", hint)


def _find_measure_problems(settings: Mapping[str, Any], where: str) -> list[Problem]:
    """Return the problems of the measures, or else those of a depth that ends before them."""
    from paperpool.evaluation.named_measures import (  # slow to import
        find_depth_problems,
        find_measure_problems,
    )

    names = settings.get("measures")
    own = find_readers()[settings["format"]].own_measures
    problems = list(find_measure_problems(names or [], f"{where}.measures", own))
    if not problems and "depth" in settings:
        problems += find_depth_problems(names, settings["depth"], f"{where}.depth", own)
    return problems


def _find_missing_files(settings: Mapping[str, Any], where: str) -> Iterable[Problem]:
    for key, pattern in make_reader(settings).files().items():
        if not expand_globs([pattern]):
            place = f"{where}.{key}" if key in settings else f"{where}.path"
            folder = Path(pattern).parent
            there = sorted(file.name for file in folder.glob("*"))[:5] if folder.is_dir() else []
            hint = "Correct the path." + (f" {folder} has {', '.join(there)}." if there else "")
            yield Problem(f"There is no file of {key}: {pattern}.", place, hint)


def _find_ranker_problems(
    config: Mapping[str, Any], name: str, settings: Mapping[str, Any], where: str
) -> Iterable[Problem]:
    """Yield the problems of the rankers that take part, and of the one that searches first."""
    chosen = settings.get("rankers")
    kinds = find_kinds()
    try:
        faceted = make_reader(settings).has_facets()
    except (UserError, OSError):
        faceted = False
    lacks = partial(find_missing_requirement, faceted=faceted, has_folds=False, has_training=False)
    place = f"{where}.rankers"
    yield from find_part_problems(config, chosen or [], place, (name, name), lacks)
    first = settings.get("candidates")
    if first and first["ranker"] not in config["rankers"]:
        yield from find_unknown_rankers(config, [first["ranker"]], f"{where}.candidates")
    elif first:
        kind = config["rankers"][first["ranker"]]["kind"]
        if not kinds[kind].searches or (chosen and first["ranker"] not in chosen):
            reason = f"kind {kind} does not search"
            if kinds[kind].searches:
                reason = f"it is not in {place}"
            what = f"{first['ranker']} cannot find the candidates: {reason}."
            searching = ", ".join(kind for kind in kinds if kinds[kind].searches)
            hint = f"Name a ranker of this collection whose kind is one of {searching}."
            yield Problem(what, f"{where}.candidates.ranker", hint)


SETTINGS = BenchmarkSettings(find_problems=find_problems)
