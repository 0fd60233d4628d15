"""Check the settings of the re-rankers that are trained on CSFCube's grades."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paperpool.collections.named import find_folder
from paperpool.collections.schemes import default_scheme, find_collection_scheme, read_scheme
from paperpool.errors import Problem
from paperpool.workflow.config.benchmark_parts import BenchmarkSettings
from paperpool.workflow.config.checked import Checked, find_unknown_system
from paperpool.workflow.config.encoders import fill_encoders, limit_tokens
from paperpool.workflow.config.missing import Missing, SectionData
from paperpool.workflow.config.ranker_checks import find_encoder_problems
from paperpool.workflow.scisearch.given_vectors import find_problems as find_vector_problems
from paperpool.workflow.scisearch.given_vectors import is_given
from paperpool.workflow.scisearch.names import (
    ABSTRACT,
    ANY_LOSS,
    ENSEMBLE,
    LOSSES,
    ranker_name,
    split_name,
)
from paperpool.workflow.scisearch.presets import DEMO_EPOCHS, fill_preset


def find_problems(config: Checked, systems: Sequence[str]) -> Iterable[Problem]:
    """Yield the problems of ``scisearch``; ``systems`` are the published ones, with losses."""
    if not config.is_sound("scisearch", "encoders"):
        return
    settings = config["scisearch"]
    encoders = {name: made for name, made in settings["encoders"].items() if made is not None}
    if not encoders:
        message = "There is no encoder to train re-rankers on."
        yield Problem(message, "scisearch.encoders", "Add one; config/config.yaml has minilm.")
    yield from find_encoder_problems(config, "scisearch")

    candidate = ABSTRACT
    if config.is_sound("scisearch"):
        candidate = fill_preset(settings)["candidate"]
    ensembles = [ENSEMBLE]
    for loss in (*LOSSES, ANY_LOSS):
        ensembles.append(ranker_name(ENSEMBLE, loss))

    for name, encoder in encoders.items():
        where = f"scisearch.encoders.{name}"
        if is_given(encoder):
            yield from find_vector_problems(where, encoder["vectors"], candidate)
        if name in ensembles:
            message = f"{name} is already the name of an ensemble."
            yield Problem(message, where, "Give the encoder another name.")
        if any(name == ranker_name(other, loss) for other in encoders for loss in LOSSES):
            message = f"{name} is already the name of a re-ranker of another encoder."
            yield Problem(message, where, "Give the encoder another name.")
    if config.is_sound("scisearch", "published"):
        yield from _find_published_problems(settings["published"], list(encoders), systems)


def _find_published_problems(
    published: Mapping[str, str | None], encoders: Sequence[str], systems: Sequence[str]
) -> Iterable[Problem]:
    """Yield a problem for each encoder that is not there, and each system that is not published."""
    without_losses = list(dict.fromkeys(split_name(system)[0] for system in systems))
    for name, system in published.items():
        where = f"scisearch.published.{name}"
        if name not in encoders:
            hint = f"Name one of scisearch.encoders ({', '.join(encoders) or 'there is none'})."
            yield Problem(f"No such encoder: {name}.", where, hint)
        else:
            yield from find_unknown_system(system, without_losses, where)


def _fill_defaults(config: dict[str, Any], is_demo: bool) -> None:
    """Write out the settings of encoders, and the preset's in place of null.

    A demo's trainings end after ``DEMO_EPOCHS``.
    """
    fill_encoders(config, "scisearch")
    section = config["scisearch"]
    if is_demo:
        limit_tokens(encoder for encoder in section["encoders"].values() if not is_given(encoder))
        if section["epochs"] is None:
            section["epochs"] = DEMO_EPOCHS
    config["scisearch"] = fill_preset(section)


def _find_missing(data: SectionData) -> Missing | None:
    """Return the missing requirement of the section: grades of CSFCube's scheme."""
    setting = data.settings.data.csfcube
    if setting is None:  # the demo's collection is of CSFCube's scheme
        return None
    scheme = read_scheme(find_collection_scheme(find_folder(setting)))
    needed = default_scheme()
    if scheme == needed:
        return None
    problem = f"has the scheme {scheme.name}: re-rankers predict grades of the scheme {needed.name}"
    hint = f"Leave scisearch out of sections, or name a collection of the scheme {needed.name}."
    return Missing("data.csfcube", problem, hint)


SETTINGS = BenchmarkSettings(
    find_problems=find_problems,
    fill_defaults=_fill_defaults,
    find_missing=_find_missing,
    is_made_if_named=True,
)
