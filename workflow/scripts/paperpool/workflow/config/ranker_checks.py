"""Check the rankers of a configuration: their files exist, and their settings fit together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.encoding.vector_checks import find_vector_problems
from paperpool.errors import Problem, name_some
from paperpool.rankers.member_checks import benchmark_of, find_member_problems
from paperpool.rankers.ranker import Ranker
from paperpool.rankers.registry import find_kinds
from paperpool.rankers.setting_checks import (
    find_model_setting_problems,
    find_setting_problems,
)
from paperpool.workflow.config.benchmark_parts import find_settings
from paperpool.workflow.config.checked import (
    Checked,
    find_unknown_system,
    is_demo,
)
from paperpool.workflow.corpus.sources import has_citations
from paperpool.workflow.pools.names import CITED, TERM_SOURCES


def find_ranker_problems(
    config: Checked, systems: Mapping[str, Sequence[str]]
) -> Iterable[Problem]:
    """Yield the problems of rankers and of lists of them; ``systems`` are published ones."""
    if config.broken & {(), ("rankers",)}:
        return
    for name, ranker in config["rankers"].items():
        if config.is_sound("rankers", name):
            yield from _find_problems_of_ranker(config, name, ranker, systems)

    if config.is_sound("evaluation", "baselines"):
        names = config["evaluation"]["baselines"] or []
        yield from find_unknown_rankers(config, names, "evaluation.baselines")
        # The first has to be the judged benchmark's, whose pool bias is compared with it; of the
        # others each benchmark takes those that rank it.
        yield from find_other_runs(config, names[:1], "evaluation.baselines")
    if config.is_sound("report", "errors"):
        names = config["report"]["errors"] or []
        yield from find_unknown_rankers(config, names, "report.errors")
        yield from find_other_runs(config, names, "report.errors")


def _find_problems_of_ranker(
    config: Checked, name: str, ranker: Mapping[str, Any], systems: Mapping[str, Sequence[str]]
) -> Iterable[Problem]:
    """Yield the problems of a ranker: of its settings, its files, and the rankers it is made of."""
    where = f"rankers.{name}"
    yield from _find_unknown_systems(ranker.get("published"), f"{where}.published", systems)
    yield from find_setting_problems(name, ranker)

    lack = lack_of_citations(config)
    if ranker["kind"] == "trained" and lack and config["data"][judged_benchmark().name]:
        message = f"The ranker learns from the citations of data.s2orc, which {lack}."
        hint = f"Set it to a source with citations, or remove the ranker with `{name}: null`."
        yield Problem(message, where, hint)

    yield from find_vector_problems(config["data"]["s2orc"], where, ranker)
    if ranker["kind"] == "dense" and name in (CITED, *TERM_SOURCES):
        message = f"{name} is already the name of another source of the pools."
        yield Problem(message, where, "Give the ranker another name.")

    if "members" in ranker:
        yield from find_member_problems(name, config["rankers"])
        yield from find_other_runs(config, ranker["members"], f"{where}.members", of_runs=True)
    if "like" in ranker:
        yield from _find_unlike(name, config["rankers"], find_kinds())
    if ranker["kind"] == "run" and not _may_be_missing(config, ranker):
        yield from _find_run_problems(config, ranker, f"{where}.path")


def _find_unknown_systems(
    published: str | Mapping[str, str] | None, where: str, systems: Mapping[str, Sequence[str]]
) -> Iterable[Problem]:
    """Yield a problem for each name of no published system, by benchmark if ``published`` is so."""
    if isinstance(published, Mapping):
        for benchmark, name in published.items():
            if benchmark in systems:
                place = f"{where}.{benchmark}"
                yield from find_unknown_system(name, systems[benchmark], place)
        return

    known: list[str] = []
    for names in systems.values():
        known += names
    yield from find_unknown_system(published, known, where)


def find_unknown_rankers(
    config: Mapping[str, Any], names: Sequence[str], where: str
) -> Iterable[Problem]:
    """Yield a problem for each of ``names`` that no ranker has."""
    for i, name in enumerate(names):
        if name not in config["rankers"]:
            hint = f"Name one of {', '.join(config['rankers'])}. A ranker set to null is removed."
            yield Problem(f"No such ranker: {name}.", f"{where}.{i}", hint)


def find_part_problems(
    config: Mapping[str, Any],
    names: Sequence[str],
    where: str,
    benchmark: tuple[str, str],
    find_missing_requirement: Callable[[type[Ranker]], str | None],
    untrained: str | None = None,
) -> Iterable[Problem]:
    """Yield the problems of the rankers ``names`` that take part in a benchmark.

    ``benchmark`` are its name and title, ``untrained`` is the missing
    requirement of rankers that learn from the corpus.
    """
    kinds = find_kinds()
    yield from find_unknown_rankers(config, names, where)
    for i, name in enumerate(names):
        ranker = config["rankers"].get(name)
        if ranker is None:
            continue

        place = f"{where}.{i}"
        kind = kinds[ranker["kind"]]
        lack = find_missing_requirement(kind)
        if lack:
            message = f"{name} is of kind {kind.kind}, which needs {lack}; {benchmark[1]} has none."
            yield Problem(message, place, f"Remove {name} here.")
        if ranker["kind"] == "run":
            message = f"{name} is a run, and runs do not belong to this list."
            hint = f"Remove it here, and set rankers.{name}.benchmark to {benchmark[0]}."
            yield Problem(message, place, hint)
        if untrained and "training" in kind.needs:
            message = f"{name} learns from the citations of data.s2orc, which {untrained}."
            hint = f"Set it to a source with citations, or remove {name} here."
            yield Problem(message, place, hint)

        needed = list(ranker.get("members") or [])
        if "like" in ranker:
            needed.append(ranker["like"])
        for member in needed:
            if member in config["rankers"] and member not in names:
                message = f"{name} needs {member}, which is not in the list."
                yield Problem(message, place, f"Add {member} to {where}, or remove {name}.")


def _find_unlike(
    name: str, rankers: Mapping[str, Any], kinds: Mapping[str, type[Ranker]]
) -> Iterable[Problem]:
    """Yield a problem if ``like`` is no ranker that searches by vectors."""
    searching = []
    for other, ranker in rankers.items():
        kind = kinds.get(str(ranker.get("kind")))
        if kind is not None and kind.searches == "vectors":
            searching.append(other)

    like = rankers[name]["like"]
    if like not in searching:
        hint = f"Rankers that search by vectors: {', '.join(searching) or 'none'}."
        yield Problem(f"{like!r} does not search by vectors.", f"rankers.{name}.like", hint)


def find_other_runs(
    config: Mapping[str, Any], names: Sequence[str], where: str, of_runs: bool = False
) -> Iterable[Problem]:
    """Yield a problem for each of ``names`` that ranks other benchmarks than the judged one.

    Only runs are checked if ``of_runs``: a fusion may have members of MDCR, and is then of it.
    """
    for i, name in enumerate(names):
        if not isinstance(config["rankers"].get(name), Mapping):
            continue
        if of_runs and config["rankers"][name].get("kind") != "run":
            continue

        benchmark = benchmark_of(name, config["rankers"])
        judged = judged_benchmark().name
        if benchmark != judged:
            message = f"{name} ranks only {benchmark}, but this list is for rankers of {judged}."
            yield Problem(message, f"{where}.{i}", "Name another ranker, or remove it.")


def _find_run_problems(config: Checked, ranker: Mapping[str, Any], where: str) -> Iterable[Problem]:
    """Yield the problems of the files of a run: those of its benchmark's form."""
    judged = judged_benchmark().name
    benchmark = ranker.get("benchmark", judged)
    if benchmark not in find_benchmarks():
        benchmark = judged  # a collection's runs are files of the same form
    settings = find_settings(benchmark)
    if settings.find_run_problems is not None:
        yield from settings.find_run_problems(config, ranker["path"], where)


def find_missing_runs(files: Sequence[str], where: str, stands: str) -> Iterable[Problem]:
    """Yield a problem if files of a run are missing; ``stands`` explains the braces of its path."""
    missing = [file for file in files if not Path(file).is_file()]
    if missing:
        yield Problem(f"No such file: {name_some(missing)}.", where, f"Correct the path; {stands}.")


def lack_of_citations(config: Checked) -> str | None:
    """Return the missing requirement, if any, of learning from citations of ``data.s2orc``."""
    if config.lacks_corpus:
        return "is not set"
    if not config.is_sound("data") or is_demo(config) or has_citations(config["data"]["s2orc"]):
        return None
    return "has no source with citations"


def _may_be_missing(config: Mapping[str, Any], ranker: Mapping[str, Any]) -> bool:
    """Return whether a run is one of the demo's, made by the workflow, or is left out."""
    if not isinstance(config["data"], Mapping):
        return False

    runs = Path(str(config["results"]), str(config["run"]), "demo", "runs")
    generated = is_demo(config) and runs in Path(ranker["path"]).parents
    if generated or ranker.get("benchmark") not in find_benchmarks():
        return generated

    may_lack_run = find_settings(ranker["benchmark"]).may_lack_run
    return may_lack_run is not None and may_lack_run(config, ranker["path"])


def find_encoder_problems(config: Checked, section: str) -> Iterable[Problem]:
    """Yield the problems of a section's encoders: rankers' names, or settings of a model."""
    for name, encoder in config[section]["encoders"].items():
        where = f"{section}.encoders.{name}"
        if isinstance(encoder, Mapping):
            yield from find_model_setting_problems(where, encoder)
        elif encoder is not None and config.is_sound("rankers"):
            of_models = _list_rankers_of_models(config["rankers"])
            if encoder not in of_models:
                hint = f"Rankers with a model: {', '.join(of_models) or 'none'}."
                yield Problem(f"No ranker with a model is called {encoder!r}.", where, hint)


def _list_rankers_of_models(rankers: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the rankers whose model encodes single texts and is not trained by the run."""
    kinds = find_kinds()
    of_models = []
    for name, settings in rankers.items():
        needs = kinds[settings["kind"]].needs & {"model", "pairs", "training"}
        if needs == {"model"} and not settings.get("vectors"):
            of_models.append(name)
    return of_models


def find_unknown_encoders(
    config: Mapping[str, Any], names: Sequence[str], where: str, encodes: bool = False
) -> Iterable[Problem]:
    """Yield a problem for each name that is not a ranker of kind dense (that ``encodes``)."""
    dense = []
    for name, ranker in config["rankers"].items():
        is_given = encodes and ranker.get("vectors")
        if ranker["kind"] == "dense" and not is_given:
            dense.append(name)

    for name in names:
        if name not in dense:
            hint = f"Name a ranker of kind dense ({', '.join(dense) or 'there is none'})."
            yield Problem(f"No such encoder: {name}.", where, hint)
