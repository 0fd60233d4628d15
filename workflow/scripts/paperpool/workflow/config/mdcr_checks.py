"""Check the settings of MDCR: the files that they name exist, and numbers fit together."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.mdcr.names import score_files
from paperpool.rankers.ranker import find_missing_requirement
from paperpool.rankers.registry import find_kinds
from paperpool.workflow.config import ranker_checks
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.config.missing import Missing, SectionData
from paperpool.workflow.corpus.sources import expand_listed, is_known
from paperpool.workflow.mdcr.hashes import find_hash


def find_problems(config: Checked, systems: Sequence[str] = ()) -> Iterable[Problem]:
    """Yield the problems of ``mdcr``; its settings name no published ``systems``."""
    if not config.is_sound("mdcr"):
        return
    mdcr = config["mdcr"]
    first, last = mdcr["years"]
    if first > last:
        message = f"The years start in {first} and end in {last}."
        yield Problem(message, "mdcr.years", "Put the earlier year first.")

    for i, path in enumerate(mdcr["exclude"]):
        yield from _find_excluded_problems(path, f"mdcr.exclude.{i}", bool(mdcr["paper_ids"]))
    for i, pattern in enumerate(mdcr["paper_ids"] or []):
        if not _matches(config, pattern):
            hint = "Correct the path, or list them: `paperpool fetch s2ag RELEASE paper-ids`."
            yield Problem(f"No file matches {pattern}.", f"mdcr.paper_ids.{i}", hint)

    if mdcr["model_top"] > mdcr["depth"]:
        message = f"mdcr.model_top is {mdcr['model_top']}, more than mdcr.depth ({mdcr['depth']})."
        yield Problem(message, "mdcr.model_top", f"Set it to {mdcr['depth']} or less.")
    for key in ("model_top", "most_cited_top"):
        if mdcr[key] < mdcr["negatives"]:
            message = f"mdcr.{key} is {mdcr[key]}, less than mdcr.negatives ({mdcr['negatives']})."
            yield Problem(message, f"mdcr.{key}", f"Set it to {mdcr['negatives']} or more.")

    if config.is_sound("rankers"):
        yield from _find_ranker_problems(config, mdcr)
        yield from _find_model_problems(config, mdcr)


def _find_excluded_problems(path: str, where: str, has_paper_ids: bool) -> Iterable[Problem]:
    """Yield the problem of a file of excluded papers: missing, or hashes that nothing resolves."""
    if not Path(path).is_file():
        hint = "Name a text file with one paper id a line."
        yield Problem(f"No such file: {path}.", where, hint)
        return

    if not has_paper_ids:
        name = find_hash(path)
        if name:
            message = f"{path} has hashes instead of paper ids, first {name}."
            hint = "Set mdcr.paper_ids to Semantic Scholar's dataset paper-ids: it has both."
            yield Problem(message, where, hint)


def _matches(config: Checked, pattern: str) -> bool:
    """Return whether a file, or one of a listed release, matches; true if a listing is broken."""
    try:
        return bool(expand_listed([pattern], config["data"]["s2orc"]))
    except UserError:
        return True


def _find_ranker_problems(config: Checked, mdcr: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield the problems of the rankers that take part."""
    untrained = ranker_checks.lack_of_citations(config)
    is_built = not (config.is_sound("data") and config["data"]["mdcr"])
    lacks = partial(
        find_missing_requirement,
        faceted=False,
        has_folds=True,
        has_citations=is_built and not untrained,
    )
    yield from ranker_checks.find_part_problems(
        config, mdcr["rankers"] or [], "mdcr.rankers", ("mdcr", "MDCR"), lacks, untrained
    )


def _find_model_problems(config: Checked, mdcr: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield the problems of the rankers that give candidates."""
    names = mdcr["models"] or []
    yield from ranker_checks.find_unknown_rankers(config, names, "mdcr.models")

    kinds = find_kinds()
    searching = [name for name, kind in kinds.items() if kind.searches_large_pools()]
    for i, name in enumerate(names):
        where = f"mdcr.models.{i}"
        ranker = config["rankers"].get(name)
        if ranker is not None and ranker["kind"] not in searching:
            message = f"{name} is of kind {ranker['kind']}, which does not rank large pools."
            hint = f"Name a ranker whose kind is one of {', '.join(searching)}."
            yield Problem(message, where, hint)
        elif mdcr["rankers"] is not None and name not in mdcr["rankers"]:
            message = f"{name} is in mdcr.models, but not in mdcr.rankers."
            yield Problem(message, where, "Add it there, too.")


def find_missing(data: SectionData) -> Missing | None:
    """Return the missing requirement of the section: released pools need none."""
    if data.settings.data.mdcr:
        return None
    return find_missing_for_large_pools(data)


def find_missing_for_large_pools(data: SectionData) -> Missing | None:
    """Return the missing requirement of large pools, and of a benchmark built from them."""
    sources = data.settings.data.s2orc
    if not data.is_demo:
        if not sources:
            return Missing("data.s2orc", "is not set")
        for facts, column in (("citations", "citations"), ("years", "year")):
            if not any(is_known(source, column) for source in sources):
                return Missing("data.s2orc", f"has no source with {facts}")
    return data.find_missing_filter("mdcr")


def _find_run_problems(config: Checked, path: str, where: str) -> Iterable[Problem]:
    stands = "{split} in it stands for val and test"
    yield from ranker_checks.find_missing_runs(score_files(path), where, stands)


SETTINGS = BenchmarkSettings(
    find_problems=find_problems,
    find_missing=find_missing,
    find_run_problems=_find_run_problems,
)
