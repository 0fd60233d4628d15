"""The encoders that a run can be searched with, and the scores of each way to rank in the run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from paperpool.benchmarks import csfcube, scisearch
from paperpool.benchmarks.benchmark import Headline
from paperpool.models.cached_model import EncoderSettings
from paperpool.pages.headline import headline
from paperpool.pages.scores import read_scores
from paperpool.scisearch.names import ANY_LOSS, ENSEMBLE, LOSSES, ranker_name

THE_ENSEMBLE = "the ensemble"
"""The choice of an ensemble of re-rankers as encoder; encoders have no space in their names."""

_SETTINGS = [field.name for field in fields(EncoderSettings)]


@dataclass(frozen=True)
class EncoderChoice:
    """An encoder by its name on the page; ``trained`` is its name among the re-rankers.

    Without ``settings`` it is a ranker's given vectors, which encode no text. ``separator`` stands
    between title and abstract (see ``encoders.read_separator``). ``has_sentences``: a ranker of the
    run has encoded the collection's sentences with it.
    """

    name: str
    settings: EncoderSettings | None
    separator: str = "space"
    trained: str | None = None
    has_sentences: bool = False


def find_choices(config: Mapping[str, Any]) -> tuple[EncoderChoice, ...]:
    """Return the encoders of dense rankers, then of re-rankers, then given vectors.

    Equal settings are one encoder.

    A re-ranker's encoder whose name another ranker has is called ``<name>-scisearch``.
    """
    found: dict[EncoderSettings, EncoderChoice] = {}
    for name, ranker in config["rankers"].items():
        if ranker["kind"] == "dense" and ranker.get("model"):
            separator = ranker.get("separator", "space")
            settings = read_settings(ranker)
            found.setdefault(settings, EncoderChoice(name, settings, separator))
    taken = {choice.name for choice in found.values()}
    for name, encoder in ((config.get("scisearch") or {}).get("encoders") or {}).items():
        if encoder is None:
            continue
        settings = read_settings(encoder)
        known = found.get(settings)
        if known is None:
            chosen, separator = f"{name}-scisearch" if name in taken else name, "space"
        else:
            chosen, separator = known.name, known.separator
        found[settings] = EncoderChoice(chosen, settings, separator, name)
    for ranker in config["rankers"].values():
        if ranker["kind"] in ("sentences", "late") and not ranker.get("titles"):
            settings = read_settings(ranker)
            if settings in found:
                found[settings] = replace(found[settings], has_sentences=True)
    given = [
        EncoderChoice(name, None)
        for name, ranker in config["rankers"].items()
        if ranker["kind"] == "dense" and not ranker.get("model")
    ]
    return (*found.values(), *given)


def ensemble_choice(choices: Sequence[EncoderChoice]) -> EncoderChoice:
    """Return the choice of an ensemble of re-rankers, which finds papers by its first encoder."""
    first = next(choice for choice in choices if choice.trained)
    return replace(first, name=THE_ENSEMBLE, trained=ENSEMBLE)


def read_settings(values: Mapping[str, Any]) -> EncoderSettings:
    """Return a ranker's settings of encoding."""
    return EncoderSettings(**{name: values[name] for name in _SETTINGS if name in values})


Measured = dict[tuple[str, str | None], float]
"""The headline score by (ranker, encoder); the encoder is None for rankers without one."""


def measure_choices(
    config: Mapping[str, Any],
    choices: Sequence[EncoderChoice],
    metrics: Path | None,
    reranker_metrics: Path,
) -> Measured:
    """Return the scores of the page's rankers: those of like rankers of the run, if measured.

    A trained re-ranker has the score of its best loss, without judgments seen in training.
    """
    measured: Measured = {}
    results = _read_headline(metrics, csfcube.BENCHMARK.headline)
    for name, ranker, encoder in _match(config["rankers"], choices):
        if name in results:
            measured.setdefault((ranker, encoder), results[name])
    results = _read_headline(reranker_metrics, scisearch.BENCHMARK.headline)
    for choice in choices:
        if choice.trained is None:
            continue
        names = [ranker_name(choice.trained, loss) for loss in (*LOSSES, ANY_LOSS)]
        if known := [results[name] for name in names if name in results]:
            measured["scisearch", choice.name] = max(known)
    return measured


def choose_best(measured: Measured) -> tuple[str | None, str | None]:
    """Return the best ranker (never a re-ranker, which needs a facet) and encoder, if any."""
    able = {choice: value for choice, value in measured.items() if choice[0] != "scisearch"}
    order = sorted(able, key=lambda choice: -able[choice])
    encoders = [encoder for _, encoder in order if encoder is not None]
    return (order[0][0] if order else None), next(iter(encoders), None)


def _match(
    rankers: Mapping[str, Any], choices: Sequence[EncoderChoice]
) -> Iterator[tuple[str, str, str | None]]:
    """Yield (name, way to rank, encoder) of the run's rankers that are like one of the page's."""
    kinds = {name: ranker["kind"] for name, ranker in rankers.items()}
    of_settings = {choice.settings: choice.name for choice in choices}
    dense = {choice.name for choice in choices if kinds.get(choice.name) == "dense"}
    for name, ranker in rankers.items():
        if ranker["kind"] == "bm25":
            yield name, "bm25", None
        elif name in dense:
            yield name, "dense", name
        elif ranker["kind"] == "late" and not ranker.get("titles"):
            if encoder := of_settings.get(read_settings(ranker)):
                yield name, "sentences", encoder
        elif ranker["kind"] == "fusion" and ranker.get("method", "rrf") == "rrf":
            members = sorted(ranker["members"], key=lambda member: member in dense)
            if [*map(kinds.get, members)] == ["bm25", "dense"] and dense & {*members}:
                yield name, "fusion", members[1]


def _read_headline(table: Path | None, of: Headline) -> dict[str, float]:
    """Return the headline score of each ranker of a table; empty without a table."""
    if table is None or not table.is_file():
        return {}
    best = headline(read_scores(table), of)
    return {score.ranker: score.value for score in best if score.value is not None}
