"""The tables of cited text identification, the papers' own figures and human agreement beside ours.

Source: Ricci et al., Tables 2 to 5. A table is of one protocol: official and corrected figures
never share a column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paperpool.evaluation.published import PublishedFigure
from paperpool.pages.paired_tests import PairedGroup, group_tests
from paperpool.pages.score_tables import (
    Cell,
    Column,
    Row,
    ScoreTable,
    find_best,
    find_marks,
    interval,
    letter_baselines,
    published_rows,
    score_cell,
    text_difference,
)
from paperpool.pages.scores import Comparison, Score
from paperpool.pages.wording import (
    MISSING,
    SCISUMM_MEASURE_NAMES,
    SPLIT_NAMES,
    p_value,
    percent,
    plural,
    signed_percent,
)
from paperpool.report.scisumm.files import HumanFigures, Variant
from paperpool.scisumm.names import ABLATION_BENCHMARK, ALL, ANNOTATOR, TESTED

HUMAN = "one annotator against another"
"""What human agreement is called, in ``resources/published`` too."""

Published = Mapping[tuple[str, str, str, str], float]
"""The papers' figures by (benchmark, split, system, measure)."""


@dataclass(frozen=True)
class Source:
    """What the tables are made of; ``names`` maps a ranker to the papers' name for it, or None.

    ``published`` is empty where the run's data are not the released ones.
    """

    scores: Sequence[Score]
    comparisons: Sequence[Comparison]
    rankers: Sequence[str]
    baselines: Sequence[str]
    names: Mapping[str, str | None]
    human: HumanFigures
    published: Published

    def papers(self, protocol: str, split: str) -> list[str]:
        """Return the reference papers that have figures, in the order of the table of figures."""
        slices = (
            s.slice
            for s in self.scores
            if (s.protocol, s.split) == (protocol, split)
            and s.slice != ALL
            and not s.slice.startswith(ANNOTATOR)
        )
        return list(dict.fromkeys(slices))


@dataclass(frozen=True)
class AblationCell:
    """A variant's figure, and its difference from the method, beside the paper's (all ×100)."""

    value: str
    difference: str
    p: str
    published: str
    published_difference: str
    sign: str


@dataclass(frozen=True)
class AblationTable:
    """``groups`` are rows of (variant, a cell per measure) by split; ``agreed`` counts signs.

    ``agreed`` has, by (split, measure) as text, how many differences have the paper's sign and how
    many the paper has that are not nought. ``has_published`` is False where nothing is published.
    """

    measures: list[str]
    groups: dict[str, list[tuple[str, list[AblationCell]]]]
    human: dict[str, list[str]]
    agreed: dict[tuple[str, str], tuple[int, int]]
    has_published: bool


def score_table(source: Source, protocol: str) -> ScoreTable:
    """Return Table 2 under one protocol: a row per ranker, for each split its four measures.

    Rows of human agreement come last, and then the published systems that the run has no ranker
    for; only under the official protocol are there published figures.
    """
    of_table = {
        (s.ranker, s.split, s.measure): s
        for s in source.scores
        if s.protocol == protocol and s.slice == ALL and s.measure in SCISUMM_MEASURE_NAMES
    }
    splits = [split for split in SPLIT_NAMES if any(key[1] == split for key in of_table)]
    columns = [(split, measure) for split in splits for measure in SCISUMM_MEASURE_NAMES]
    best = {
        column: find_best(s for key, s in of_table.items() if key[1:] == column)
        for column in columns
    }
    marks = {
        split: find_marks(source.comparisons, source.baselines, protocol, split) for split in splits
    }
    letters = letter_baselines(source.baselines)

    def make_row(ranker: str) -> Row:
        cells = []
        for split, measure in columns:
            score = of_table.get((ranker, split, measure))
            found = marks[split].get((ranker, ALL, measure), ())
            cell = score_cell(score, best[split, measure], found)
            if protocol == "official" and not cell.published:
                # the paper's is of more reference papers: no difference stands beside
                beside = source.published.get(("scisumm", split, source.names[ranker], measure))
                cell = replace(cell, published="" if beside is None else percent(beside))
            cells.append(replace(cell, interval=interval(score)))
        return Row(ranker, cells, letters.get(ranker, ""))

    rankers = [r for r in source.rankers if any(key[0] == r for key in of_table)]
    groups = {"Rankers": [make_row(ranker) for ranker in rankers]} if rankers else {}
    human = [_human_cell(source, protocol, *column) for column in columns]
    if any(cell.value != MISSING for cell in human):
        groups["Human agreement"] = [Row(HUMAN, human)]
    return ScoreTable(
        list(SCISUMM_MEASURE_NAMES.values()),
        [
            (SPLIT_NAMES[split], plural(len(source.papers(protocol, split)), "reference paper"))
            for split in splits
        ],
        groups,
        _other_rows(source, columns) if protocol == "official" else [],
    )


def _human_cell(source: Source, protocol: str, split: str, measure: str) -> Cell:
    value = source.human.get((protocol, split, ALL, measure))
    if value is None:
        return Cell(MISSING)
    published = source.published.get(("scisumm", split, HUMAN, measure))
    if protocol != "official" or published is None:
        return Cell(percent(value))
    text, beside = percent(value), percent(published)
    return Cell(text, "", beside, text_difference(text, beside))


def _other_rows(source: Source, columns: Sequence[Column]) -> list[Row]:
    """Return rows of the published systems that the run has no ranker for."""
    own = {source.names.get(ranker) for ranker in source.rankers} | {HUMAN}
    systems: dict[str, dict[Column, PublishedFigure]] = {}
    for (benchmark, split, system, measure), value in source.published.items():
        if benchmark == "scisumm" and system not in own:
            systems.setdefault(system, {})[split, measure] = PublishedFigure(value)
    return published_rows(systems, columns)


def paired_table(source: Source, protocol: str, baseline: str) -> list[PairedGroup]:
    """Return the paired tests against ``baseline`` over all citances, a group per split."""
    chosen = {
        (c.split, c.ranker, c.measure): c
        for c in source.comparisons
        if (c.protocol, c.slice, c.baseline) == (protocol, ALL, baseline) and c.measure in TESTED
    }
    return group_tests(chosen, SPLIT_NAMES, source.rankers, TESTED)


def ablation_table(
    variants: Sequence[Variant], source: Source, protocol: str, base: str | None
) -> AblationTable:
    """Return Table 3 under one protocol, rows by split, each difference beside the paper's.

    ``base`` is the paper's name for the method that the variants change, or None. A difference
    counts as of the paper's sign where the paper's is not nought.
    """
    shown = {(v.name, v.split, v.measure): v for v in variants if v.protocol == protocol}
    names = list(dict.fromkeys(name for name, _, _ in shown))
    groups: dict[str, list[tuple[str, list[AblationCell]]]] = {}
    agreed: dict[tuple[str, str], tuple[int, int]] = {}
    human: dict[str, list[str]] = {}
    for split, title in SPLIT_NAMES.items():
        rows = [
            (name, [_ablation_cell(shown.get((name, split, measure)), source, base, measure)
                    for measure in TESTED])
            for name in names
            if any((name, split, measure) in shown for measure in TESTED)
        ]  # fmt: skip
        if not rows:
            continue
        groups[title] = rows
        for i, measure in enumerate(TESTED):
            signs = [cells[i].sign for _, cells in rows if cells[i].sign]
            if signs:
                agreed[title, SCISUMM_MEASURE_NAMES[measure]] = (signs.count("same"), len(signs))
        values = [source.human.get((protocol, split, ALL, measure)) for measure in TESTED]
        if any(value is not None for value in values):
            human[title] = [percent(value) for value in values]
    return AblationTable(
        [SCISUMM_MEASURE_NAMES[measure] for measure in TESTED],
        groups,
        human,
        agreed,
        any(cell.published != MISSING for rows in groups.values() for _, c in rows for cell in c),
    )


def _ablation_cell(
    variant: Variant | None, source: Source, base: str | None, measure: str
) -> AblationCell:
    if variant is None:
        return AblationCell(MISSING, MISSING, MISSING, MISSING, MISSING, "")
    published = variant.published if variant.protocol == "official" else None
    of_base = source.published.get((ABLATION_BENCHMARK, variant.split, base or "", measure))
    beside = None if published is None or of_base is None else round(published - of_base, 6)
    sign = ""
    if beside and variant.difference is not None:
        sign = "same" if variant.difference * beside > 0 else "other"
    return AblationCell(
        percent(variant.value),
        signed_percent(variant.difference),
        p_value(variant.p),
        percent(published),
        signed_percent(beside),
        sign,
    )
