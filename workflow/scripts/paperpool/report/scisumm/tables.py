"""The tables of cited text identification, the papers' own scores and human agreement beside ours.

Source: Ricci et al., Tables 2 to 5. A table is of one protocol: official and corrected scores
never share a column.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.pages.grid import PUBLISHED, Grid, GridCell, list_grid, number, numbers
from paperpool.pages.paired_tests import paired_grid
from paperpool.pages.results import Column, Results
from paperpool.pages.score_table import Columns, RowGroup, score_cell, score_table, text_difference
from paperpool.pages.section import Heading, Part, Text
from paperpool.pages.wording import MISSING, p_value, percent, plural, signed_percent
from paperpool.report.scisumm.files import HumanScores, Variant
from paperpool.scisumm.names import ABLATION_BENCHMARK, ALL, ANNOTATOR

HUMAN = "one annotator against another"
"""The name of human agreement, in ``paperpool/resources/published`` too."""

Published = Mapping[tuple[str, str, str, str], float]
"""The papers' scores by (benchmark, split, system, measure)."""


@dataclass(frozen=True)
class Source:
    """The inputs of the tables; ``rankers`` are in the order of the rows.

    ``published`` has all scores that the papers print; it is empty for other than released data.
    """

    results: Results
    rankers: Sequence[str]
    human: HumanScores
    published: Published

    def papers(self, protocol: str, split: str) -> list[str]:
        """Return the reference papers that have scores, in the order of the table of scores."""
        slices = (
            s.slice
            for s in self.results.scores
            if (s.protocol, s.split) == (protocol, split)
            and s.slice != ALL
            and not s.slice.startswith(ANNOTATOR)
        )
        return list(dict.fromkeys(slices))


def ranker_table(source: Source, protocol: str, words: tuple[str, str] = ("", "")) -> Grid:
    """Return Table 2 under one protocol: a row per ranker, for each split its four measures.

    Human agreement and, under the official protocol, further published systems come last. ``words``
    are caption and label.
    """
    results, titles = source.results, BENCHMARK.measure_titles
    splits = [
        split
        for split in BENCHMARK.splits
        if any(key[0] == protocol and key[2][:2] == (split, ALL) for key in results.cells)
    ]
    cells = [(split, ALL, measure) for split in splits for measure in titles]
    above = []
    for split in splits:
        note = plural(len(source.papers(protocol, split)), "reference paper")
        above.append(GridCell(BENCHMARK.splits[split], len(titles), note))
    columns = Columns(above, [number(titles[measure]) for *_, measure in cells], cells)
    systems = results.others if protocol == OFFICIAL else {}
    human = [_human_cell(source, protocol, column) for column in cells]
    has_human = any(cell.text != MISSING for cell in human)
    return score_table(
        results,
        {"Rankers": RowGroup(protocol, source.rankers)},
        columns,
        words,
        {name: printed for name, printed in systems.items() if name != HUMAN},
        more={"Human agreement": [[GridCell(HUMAN), *human]]} if has_human else {},
        changes=_print_beside(source, cells) if protocol == OFFICIAL else {},
        with_intervals=cells,
    )


def _print_beside(
    source: Source, columns: Sequence[Column]
) -> dict[tuple[str, Column], dict[str, Mapping[str, str]]]:
    """Return the papers' scores over more reference papers: shown without a difference."""
    results = source.results
    found: dict[tuple[str, Column], dict[str, Mapping[str, str]]] = {}
    for ranker in source.rankers:
        printed = results.published.get(results.names.get(ranker) or "", {})
        for column in columns:
            score = results.cells.get((OFFICIAL, ranker, column))
            if column in printed and (score is None or score.published is None):
                below = score_cell(score, (), has_interval=True).below
                beside = {PUBLISHED: percent(printed[column].value)}
                found[ranker, column] = {"below": {**below, **beside}}
    return found


def _human_cell(source: Source, protocol: str, column: Column) -> GridCell:
    value = source.human.get((protocol, *column))
    if value is None:
        return number(MISSING)
    published = source.published.get(("scisumm", column[0], HUMAN, column[2]))
    text = percent(value)
    if protocol != OFFICIAL or published is None:
        return number(text)
    beside = percent(published)
    below = {PUBLISHED: beside, "difference": text_difference(text, beside)}
    return GridCell(text, below=below, is_number=True)


def paired_table(
    source: Source, protocol: str, baseline: str, left_out: Collection[str] = ()
) -> Grid:
    """Return the paired tests against ``baseline`` over all citances, a group per split."""
    return paired_grid(
        source.results,
        baseline,
        protocol,
        f"Paired tests against {baseline}, {protocol} protocol",
        groups={title: (split, ALL) for split, title in BENCHMARK.splits.items()},
        rankers=source.rankers,
        left_out=left_out,
        what=f"{protocol} protocol",
        unit="a split",
    )


def list_ablation(
    variants: Sequence[Variant], source: Source, protocol: str, base: str | None
) -> Iterator[Part]:
    """Yield Table 3 under one protocol, rows by split, each difference beside the paper's.

    ``base`` is the paper's name for the method that the variants change. Signs are compared unless
    the paper's difference is 0.
    """
    shown = [variant for variant in variants if variant.protocol == protocol]
    found = {(v.variant, v.split, v.metric): v for v in shown}
    caption = f"Table 3 of Ricci et al. (×100), {protocol} protocol."
    names = ["value", "difference", "p"]
    if protocol == OFFICIAL and any(v.published is not None for v in shown):
        names += ["paper", "paper's difference"]
        caption += " ≠ marks a difference of the other sign than the paper's."
    groups: dict[str, list[list[GridCell]]] = {}
    agreed = []
    for split, title in BENCHMARK.splits.items():
        for name in dict.fromkeys(v.variant for v in shown if v.split == split):
            of_name = [found.get((name, split, measure)) for measure in BENCHMARK.tested]
            cells = [_ablation_cells(v, source, base)[: len(names)] for v in of_name]
            groups.setdefault(title, []).append([GridCell(name), *(c for of in cells for c in of)])
        values = [source.human.get((protocol, split, ALL, measure)) for measure in BENCHMARK.tested]
        if title in groups and any(value is not None for value in values):
            blank = [GridCell()] * (len(names) - 1)
            human = [c for value in values for c in (number(percent(value)), *blank)]
            groups[title].append([GridCell(HUMAN, kind="other"), *human])
        for measure in BENCHMARK.tested:
            of_measure = [v for v in shown if (v.split, v.metric) == (split, measure)]
            if known := [sign for v in of_measure if (sign := _sign(v, source, base))]:
                place = f"{BENCHMARK.measure_titles[measure]} ({title.lower()})"
                agreed.append(f"{known.count('same')} of {len(known)} in {place}")
    if not groups:
        return
    yield Heading(f"{protocol.capitalize()} protocol", f"scisumm-ablation-{protocol}")
    if agreed:
        signs = ", ".join(agreed)
        yield Text(f"Differences with the paper's sign, of those that it has: {signs}.")
    above = {BENCHMARK.measure_titles[measure]: len(names) for measure in BENCHMARK.tested}
    columns = [("variant", 0), *numbers(names * len(above))]
    yield list_grid(f"Ablation, {protocol} protocol", caption, columns, groups, "tests", above)


def _paper(variant: Variant, source: Source, base: str | None) -> tuple[float | None, float | None]:
    """Return the paper's score of a variant, and its difference from the paper's method."""
    published = variant.published if variant.protocol == OFFICIAL else None
    of_base = source.published.get((ABLATION_BENCHMARK, variant.split, base or "", variant.metric))
    if published is None or of_base is None:
        return published, None
    return published, round(published - of_base, 6)


def _sign(variant: Variant, source: Source, base: str | None) -> str:
    _, beside = _paper(variant, source, base)
    if not beside or variant.difference is None:
        return ""
    return "same" if variant.difference * beside > 0 else "other"


def _ablation_cells(variant: Variant | None, source: Source, base: str | None) -> list[GridCell]:
    """Return a variant's score, its difference from the method, and the paper's (all ×100)."""
    if variant is None:
        return [number(MISSING)] * 5
    is_other = _sign(variant, source, base) == "other"
    difference = number(signed_percent(variant.difference))
    if is_other:
        warning = ("≠", ", of the other sign than the paper's")
        difference = replace(difference, warning=warning)
    published, beside = _paper(variant, source, base)
    soft = (p_value(variant.p), percent(published), signed_percent(beside))
    return [number(percent(variant.value)), difference, *(number(text, "soft") for text in soft)]
