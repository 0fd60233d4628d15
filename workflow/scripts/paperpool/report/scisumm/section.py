"""What the report's section on cited text identification is filled with.

Source: Ricci et al., Tables 2 to 5, Figures 3 and 4; official and corrected figures stay apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.evaluation.published import read_cells
from paperpool.files import read_json
from paperpool.pages.heat_map_figure import HeatMap, draw_heat_map
from paperpool.pages.score_tables import letter_baselines
from paperpool.pages.scores import read_comparisons, read_scores
from paperpool.pages.wording import SCISUMM_MEASURE_NAMES, SPLIT_NAMES
from paperpool.report.scisumm.files import (
    Malformation,
    Power,
    count_malformations,
    read_ablation,
    read_corpus,
    read_human,
    read_lengths,
    read_powers,
)
from paperpool.report.scisumm.lines_figure import Axes, Panel, draw_panels
from paperpool.report.scisumm.plain_tables import corpus_rows, corpus_splits, length_rows
from paperpool.report.scisumm.tables import HUMAN, Source, ablation_table, paired_table, score_table
from paperpool.scisumm.match.ablation import BASE
from paperpool.scisumm.names import ALL, ANNOTATOR, FORWARD, PROTOCOLS, RECALL_AT, REVERSED, TESTED
from paperpool.scisumm.read.problems import PROBLEMS

DIRECTIONS = {FORWARD: "candidate covers query", REVERSED: "reversed"}
"""The directions of powers.csv in words."""

LEVELS = ("symm", "bm25-ensemble")
"""The rankers of Figure 3 that have no power."""


@dataclass(frozen=True)
class ScisummFiles:
    """The files and settings of the section.

    ``vectors`` is what training the base word vectors told; ``rankers`` are in the configuration's
    order; ``published_names`` maps a ranker to the papers' name for it, or None; ``best`` is there
    where the run has a combination. ``is_released`` tells whether the data are the released ones.
    """

    metrics: str | Path
    significance: str | Path
    human: str | Path
    lengths: str | Path
    ablation: str | Path
    powers: str | Path
    corpus: str | Path
    malformed: str | Path
    vectors: str | Path
    published: str | Path
    rankers: Sequence[str]
    published_names: Mapping[str, str | None]
    baselines: Sequence[str]
    confidence: float
    k: int
    is_released: bool
    best: str | Path | None = None


def make_scisumm_section(files: ScisummFiles) -> dict[str, Any]:
    """Return what ``scisumm/section.html.jinja`` needs."""
    source = read_source(files)
    powers = read_powers(files.powers)
    variants = read_ablation(files.ablation)
    statistics = read_corpus(files.corpus)
    base = files.published_names.get(BASE)
    return {
        "k": files.k,
        "is_released": files.is_released,
        "n_rankers": len({score.ranker for score in source.scores}),
        "confidence": f"{100 * files.confidence:g}%",
        "letters": letter_baselines(files.baselines),
        "best": _best(source),
        "human_name": HUMAN,
        "human": source.human.get(("official", "test", ALL, "f1")),
        "vectors": read_json(files.vectors),
        "tables": {protocol: score_table(source, protocol) for protocol in PROTOCOLS},
        "tested": [SCISUMM_MEASURE_NAMES[measure] for measure in TESTED],
        "tests": {
            protocol: {b: paired_table(source, protocol, b) for b in files.baselines}
            for protocol in PROTOCOLS
        },
        "ablation": {
            protocol: ablation_table(variants, source, protocol, base) for protocol in PROTOCOLS
        },
        "lengths": length_rows(read_lengths(files.lengths), powers, source),
        "statistics": corpus_rows(statistics, source),
        "sets": list(corpus_splits(statistics).values()),
        "missing": [split for split in SPLIT_NAMES if not _count_papers(statistics, split)],
        "coverage": _coverage(source, statistics),
        "problems": PROBLEMS,
        "malformations": _sort_malformations(count_malformations(files.malformed)),
        "powers": {protocol: _draw_powers(powers, source, protocol) for protocol in PROTOCOLS},
        "recall": {protocol: _draw_recall(source, protocol) for protocol in PROTOCOLS},
        "slices": {protocol: _draw_slices(source, protocol) for protocol in PROTOCOLS},
        "settings": read_json(files.best) if files.best else None,
    }


def read_source(files: ScisummFiles) -> Source:
    """Return what the tables are made of; nothing is published for other data."""
    keys = ["benchmark", "split", "system", "slice", "metric"]
    cells = read_cells(files.published, keys) if files.is_released else {}
    return Source(
        read_scores(files.metrics, "scisumm"),
        read_comparisons(files.significance, "scisumm"),
        files.rankers,
        files.baselines,
        files.published_names,
        read_human(files.human),
        {
            (of, split, system, measure): v
            for (of, split, system, name, measure), v in cells.items()
            if name == ALL
        },
    )


def _best(source: Source):
    """Return the best F1 over the test citances, official protocol; None without any."""
    wanted = ("official", "test", ALL, "f1")
    found = [
        s
        for s in source.scores
        if (s.protocol, s.split, s.slice, s.measure) == wanted and s.value is not None
    ]
    return min(found, key=lambda s: (-s.value, s.ranker), default=None)


def _coverage(
    source: Source, statistics: Mapping[str, Mapping[str, float | None]]
) -> dict[str, tuple[int, int]]:
    """Return, by the title of a split, the reference papers with figures, and all of them.

    Of the splits in which some have none.
    """
    found = {}
    for split, title in SPLIT_NAMES.items():
        n = len(source.papers("official", split))
        total = _count_papers(statistics, split)
        if n < total:
            found[title] = (n, total)
    return found


def _count_papers(statistics: Mapping[str, Mapping[str, float | None]], split: str) -> int:
    return int(statistics.get("reference_papers", {}).get(split) or 0)


def _sort_malformations(found: Sequence[Malformation]) -> dict[str, list[Malformation]]:
    """Return the malformations by the title of their split, in the order of ``found``."""
    by_split: dict[str, list[Malformation]] = {}
    for one in found:
        by_split.setdefault(SPLIT_NAMES.get(one.split, one.split), []).append(one)
    return by_split


def _draw_powers(powers: Sequence[Power], source: Source, protocol: str) -> Markup:
    """Return Figure 3 under one protocol, empty without figures."""
    panels = []
    for split, title in SPLIT_NAMES.items():
        lines = {
            text: {
                p.power: p.f1
                for p in powers
                if (p.direction, p.split, p.protocol) == (direction, split, protocol)
                and p.f1 is not None
            }
            for direction, text in DIRECTIONS.items()
        }
        lines = {name: points for name, points in lines.items() if points}
        if lines:
            panels.append(Panel(title, lines, _levels(source, protocol, split)))
    axes = Axes("power d of the scaling function", "F1", "d = {}")
    return Markup(draw_panels(panels, axes, f"powers-{protocol}") if panels else "")


def _levels(source: Source, protocol: str, split: str) -> dict[str, float]:
    """Return the figures that stand beside the powers: baselines, human agreement, published."""
    levels = {
        s.ranker: s.value
        for s in source.scores
        if (s.protocol, s.split, s.slice, s.measure) == (protocol, split, ALL, "f1")
        and s.ranker in LEVELS
        and s.value is not None
    }
    human = source.human.get((protocol, split, ALL, "f1"))
    if human is not None:
        levels[HUMAN] = human
    if protocol == "official":
        for system in ("BM25 ensemble", "BERT ensemble"):
            value = source.published.get(("scisumm", split, system, "f1"))
            if value is not None:
                levels[f"{system} (published)"] = value
    return levels


def _draw_recall(source: Source, protocol: str) -> Markup:
    """Return Figure 4 under one protocol, empty without figures."""
    panels = []
    for split, title in SPLIT_NAMES.items():
        lines: dict[str, dict[int, float]] = {ranker: {} for ranker in source.rankers}
        for s in source.scores:
            if (s.protocol, s.split, s.slice) == (protocol, split, ALL) and s.value is not None:
                cut = s.measure.removeprefix(RECALL_AT)
                if cut != s.measure:
                    lines.setdefault(s.ranker, {})[int(cut)] = s.value
        lines = {ranker: points for ranker, points in lines.items() if points}
        if lines:
            panels.append(Panel(title, lines))
    axes = Axes("sentences chosen, K", "Recall", "K = {}")
    return Markup(draw_panels(panels, axes, f"recall-{protocol}") if panels else "")


def _draw_slices(source: Source, protocol: str) -> Markup:
    """Return F1 on the test set by annotator and by reference paper, empty without figures."""
    values = {
        (s.slice.removeprefix(ANNOTATOR), s.ranker): s.value
        for s in source.scores
        if (s.protocol, s.split, s.measure) == (protocol, "test", "f1")
        and s.slice != ALL
        and s.value is not None
    }
    if not values:
        return Markup("")
    rows = list(dict.fromkeys(row for row, _ in values))
    shown = HeatMap(rows, [r for r in source.rankers if any(r == of for _, of in values)], values)
    return Markup(draw_heat_map(shown, f"slices-{protocol}", "F1 by annotator and reference paper"))
