"""What the page's rankers are worth, by the run's own tables of figures."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.benchmarks import csfcube, scisearch
from paperpool.benchmarks.benchmark import Headline
from paperpool.pages.headline import headline
from paperpool.pages.scores import read_scores
from paperpool.scisearch.names import ANY_LOSS, LOSSES, ranker_name
from paperpool.search_page.encoder_choices import EncoderChoice, read_settings

Measured = dict[tuple[str, str | None], float]
"""The headline figure of a way to rank and its encoder; None where it has no encoder."""


def measure_choices(
    config: Mapping[str, Any],
    choices: Sequence[EncoderChoice],
    metrics: Path | None,
    reranker_metrics: Path,
) -> Measured:
    """Return what is known of the page's rankers by the rankers of the run that are like them.

    The figures of trained re-rankers are those of the best loss, from their own table, by the
    protocol in which none has seen the judgments it is measured by. Tables need not exist.
    """
    measured: Measured = {}
    figures = _read_headline(metrics, csfcube.BENCHMARK.headline)
    for name, ranker, encoder in _match(config["rankers"], choices):
        if name in figures:
            measured.setdefault((ranker, encoder), figures[name])
    figures = _read_headline(reranker_metrics, scisearch.BENCHMARK.headline)
    for choice in choices:
        if choice.trained is None:
            continue
        names = [ranker_name(choice.trained, loss) for loss in (*LOSSES, ANY_LOSS)]
        if known := [figures[name] for name in names if name in figures]:
            measured["scisearch", choice.name] = max(known)
    return measured


def choose_best(measured: Measured) -> tuple[str | None, str | None]:
    """Return the ranker of the best figure, and the encoder of the best one that has an encoder.

    None where none is measured. A trained re-ranker is never the ranker: it needs a facet.
    """
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
            if [kinds.get(member) for member in members] == ["bm25", "dense"] and dense & {
                *members
            }:
                yield name, "fusion", members[1]


def _read_headline(table: Path | None, of: Headline) -> dict[str, float]:
    """Return the headline figure of each ranker of a table, none where there is no table."""
    if table is None or not table.is_file():
        return {}
    best = headline(read_scores(table), of)
    return {score.ranker: score.value for score in best if score.value is not None}
