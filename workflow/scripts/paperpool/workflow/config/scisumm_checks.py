"""Check the settings of cited text identification, and the folder of its data."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, guess, name_some
from paperpool.scisumm.names import BEST, WORD_RANKERS, encoder_rankers
from paperpool.scisumm.read.fields import is_safe_id
from paperpool.scisumm.read.layout import find_layout
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.submitted_files import is_left_out, list_submitted
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings
from paperpool.workflow.config.checked import Checked, find_unknown_system
from paperpool.workflow.config.encoders import fill_encoders
from paperpool.workflow.config.ranker_checks import find_encoder_problems
from paperpool.workflow.scisumm.match.ablation import CONTEXTUAL_BASE, VARIANTS


def find_problems(config: Checked, systems: Sequence[str]) -> Iterable[Problem]:
    """Yield the problems of ``scisumm`` and its data; ``systems`` are the published ones."""
    if config.is_sound("data", "scisumm") and config["data"]["scisumm"] is not None:
        yield from _find_folder_problems(config)

    if config.lacks_corpus and _read(config, "word2vec", "abstracts") is not None:
        message = "Word vectors are to be trained on data.s2orc, which is not set."
        hint = "Set data.s2orc, or set this key to null."
        yield Problem(message, "scisumm.word2vec.abstracts", hint)
    if not config.is_sound("scisumm", "encoders"):
        return
    named = config["scisumm"]["encoders"].items()
    encoders = [name for name, encoder in named if encoder is not None]
    yield from find_encoder_problems(config, "scisumm")
    yield from _find_variant_problems(_read(config, "ablation") or [], encoders)

    rankers = list(WORD_RANKERS)
    for name in encoders:
        rankers += encoder_rankers(name)
    rankers.append(BEST)
    yield from _find_name_problems(config, rankers)
    yield from _find_published_problems(_read(config, "published") or {}, rankers, systems)


def _read(config: Checked, *key: str) -> Any:
    """Return a setting of ``scisumm``, or None if it broke the schema."""
    if not config.is_sound("scisumm", *key):
        return None
    return reduce(getitem, key, config["scisumm"])


def _find_folder_problems(config: Checked) -> Iterable[Problem]:
    """Yield the missing parts of the data's folder."""
    folder = config["data"]["scisumm"]
    hint = "Get it with `snakemake fetch_scisumm` (no --configfile), or correct the path"
    try:
        layout = find_layout(folder, Problems())
    except UserError as error:
        for problem in error.problems:
            yield Problem(f"{folder}: {problem.what}", "data.scisumm", f"{hint}. {problem.hint}")
        return

    train = set(layout.train) - set(layout.test)
    folds = _read(config, "folds")
    if folds is not None and 0 < len(train) < folds:
        message = f"{folder} has {len(train)} training papers, too few for {folds} folds."
        yield Problem(message, "scisumm.folds", "Set it to their number, or less.")
    corpus = _read(config, "word2vec", "corpus") or []
    if "scisummnet" in corpus and not (layout.scisummnet or layout.automatic):
        message = f"{folder} holds no ScisummNet."
        leave = f"{hint}, or leave scisummnet out of scisumm.word2vec.corpus."
        yield Problem(message, "data.scisumm", leave)


def _find_variant_problems(names: Sequence[str], encoders: Sequence[str]) -> Iterable[Problem]:
    """Yield a problem for each variant that is unknown, or lacks the encoder that it takes."""
    for i, name in enumerate(names):
        where = f"scisumm.ablation.{i}"
        if name not in VARIANTS:
            hint = guess(name, VARIANTS) or f"One of {', '.join(VARIANTS)}."
            yield Problem(f"No variant is called {name!r}.", where, hint)
        elif VARIANTS[name].contextual and CONTEXTUAL_ENCODER not in encoders:
            message = f"{name} needs an encoder that is called {CONTEXTUAL_ENCODER}."
            yield Problem(message, where, "Add it to scisumm.encoders, or leave the variant out.")


CONTEXTUAL_ENCODER = CONTEXTUAL_BASE.removeprefix("asymm-").removesuffix("-d4")
"""The encoder that variants of contextual matching take."""


def _find_name_problems(config: Checked, rankers: Sequence[str]) -> Iterable[Problem]:
    """Yield a problem for each submission with the name of one of our ``rankers``."""
    if not config.is_sound("rankers"):
        return
    for name, ranker in config["rankers"].items():
        if ranker.get("benchmark") == "scisumm" and name in rankers:
            message = f"{name} is one of our own rankers on CL-SciSumm."
            yield Problem(message, f"rankers.{name}", "Give the run another name.")


def _find_published_problems(
    published: Mapping[str, str | None], rankers: Sequence[str], systems: Sequence[str]
) -> Iterable[Problem]:
    """Yield a problem for each ranker that is not ours, and each system that is not published."""
    for ranker, system in published.items():
        where = f"scisumm.published.{ranker}"
        if ranker not in rankers:
            yield Problem(f"No such ranker: {ranker}.", where, f"One of {', '.join(rankers)}.")
        else:
            yield from find_unknown_system(system, systems, where)


def _find_run_problems(config: Checked, path: str, where: str) -> Iterable[Problem]:
    """Yield a problem of a folder without submitted files, or with files of no paper."""
    files = list_submitted(path)
    odd = [file for file in files if not is_safe_id(Path(file).stem)]
    hint = "Name the folder that holds files <reference paper>.csv, or a folder Task1 of them."
    if not files:
        yield Problem(f"No CSV file in the folder {path}.", where, hint)
    if odd:
        yield Problem(f"Files are not named after a paper: {name_some(odd)}.", where, hint)


def _may_lack_run(config: Mapping[str, Any], path: str) -> bool:
    return is_left_out(path, config["data"].get("scisumm"))


def _fill_defaults(config: dict[str, Any], is_demo: bool) -> None:
    fill_encoders(config, "scisumm")


SETTINGS = BenchmarkSettings(
    find_problems=find_problems,
    fill_defaults=_fill_defaults,
    find_run_problems=_find_run_problems,
    may_lack_run=_may_lack_run,
)
