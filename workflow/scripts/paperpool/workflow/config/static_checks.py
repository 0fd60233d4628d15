"""Static encoders of a configuration: their problems, and the folders of those made.

A ranker or encoder names one that its run makes by ``static:NAME``.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.errors import Problem
from paperpool.models.model_checks import STATIC_PREFIX, find_model_problems, is_named
from paperpool.rankers.model_ranker import PaperRanker, SentenceRanker
from paperpool.rankers.registry import find_kinds
from paperpool.workflow.config.checked import Checked


def find_static_problems(config: Checked) -> Iterable[Problem]:
    """Yield the problems of the encoders that are to be made."""
    if not config.is_sound("static"):
        return
    for name, settings in (config["static"] or {}).items():
        yield from find_model_problems(f"static.{name}.teacher", settings["teacher"])
    if config["static"] and config.lacks_corpus:
        message = "A static encoder is fitted to the papers of data.s2orc, which is not set."
        hint = "Set data.s2orc, or name the folder of an encoder that another run made."
        yield Problem(message, "static", hint)


def find_naming_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each named static encoder that is not made, or unfit for its ranker."""
    if not config.is_sound("static"):
        return
    made = config["static"] or {}
    for where, settings in _list_named(config):
        name = settings["model"].removeprefix(STATIC_PREFIX)
        if name not in made:
            hint = f"Add it to static, or name one that is there ({', '.join(made) or 'none'})."
            yield Problem(f"No static encoder is called {name!r}.", f"{where}.model", hint)

        kind = find_kinds().get(settings.get("kind", ""))
        if kind is not None and not issubclass(kind, (PaperRanker, SentenceRanker)):
            message = f"A ranker of kind {kind.kind} cannot use a static encoder."
            hint = "Name another model, or set `kind: dense`."
            yield Problem(message, f"{where}.model", hint)


def place_static_encoders(config: Mapping[str, Any]) -> None:
    """Put the folder of each static encoder in the place of its name."""
    for _, settings in _list_named(Checked(config)):
        name = settings["model"].removeprefix(STATIC_PREFIX)
        settings["model"] = str(Path(config["results"], config["run"], "models", name))


def _list_named(config: Checked) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the key of each named static encoder, and the settings that name it."""
    places: dict[str, Any] = {}
    if config.is_sound("rankers"):
        places["rankers"] = config["rankers"]
    for section in find_benchmarks():
        if config.is_sound(section, "encoders") and "encoders" in config.get(section, {}):
            places[f"{section}.encoders"] = config[section]["encoders"]

    for place, named in places.items():
        for name, settings in named.items():
            if not isinstance(settings, dict):
                continue
            model = settings.get("model")
            if isinstance(model, str) and is_named(model):
                yield f"{place}.{name}", settings
