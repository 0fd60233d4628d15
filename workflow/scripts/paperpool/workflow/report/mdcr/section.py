"""The report's section on MDCR: large pools, the benchmark, its construction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.evaluation.published import read_published_scores
from paperpool.io.csv_rows import read_records
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Grid
from paperpool.pages.headline import headline, make_headline_card
from paperpool.pages.results import Results, ResultTables
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_parts import fold_ranks, list_letters
from paperpool.pages.scores import Score
from paperpool.pages.section import Drawing, Fold, Part, Section, Text, list_problems
from paperpool.pages.wording import percent, plural
from paperpool.workflow.report.index_recall import list_index_recall
from paperpool.workflow.report.mdcr import tables
from paperpool.workflow.report.mdcr.construction import ConstructionFiles, show_construction

_BENCHMARK = BENCHMARK.headline.benchmark
"""The name of the benchmark, without large pools, in the tables."""

_LARGE_MEASURES = ("map", "ndcg", "recall_30")
"""The measures of large pools that are shown."""


@dataclass(frozen=True)
class MdcrFiles(ResultTables):
    """The files and settings of the MDCR section.

    ``comparable`` are the benchmarks with the same cells in ``published``; ``is_released`` is
    whether the benchmark is the released one. ``trained_on`` is what models of rankers were trained
    on, where that is citations. ``recall`` are the tables of rankers that search by an index.
    """

    comparable: Sequence[str]
    is_released: bool
    construction: ConstructionFiles | None = None
    trained_on: Mapping[str, str] = field(default_factory=dict)
    recall: Mapping[str, str] = field(default_factory=dict)


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the sections of a run's files and settings, and the card of the headline score."""
    tables_and_settings = {**files, **settings}
    if "construction" in files:
        construction = {**files["construction"], **settings["construction"]}
        tables_and_settings["construction"] = ConstructionFiles(**construction)
    inputs = MdcrFiles(**tables_and_settings)

    results = _choose(inputs, _BENCHMARK)
    about: list[Part] = [_ABOUT]
    trained = tables.describe_trained(inputs.trained_on)
    if trained:
        about.append(Text(trained, "label warn"))
    sections = [
        Section("mdcr", BENCHMARK.title, [*about, *list_letters(results, _BEST)]),
        _show_large(inputs),
        _show_benchmark(inputs, results),
    ]
    if inputs.construction:
        sections.append(show_construction(inputs.construction, inputs.is_released))

    scores = read_records(files["metrics"], Score, {"benchmark": _BENCHMARK})
    card = make_headline_card(BENCHMARK, scores, "mdcr-benchmark", results.places, trained)
    compared = [*card.compared, *tables.compare_large_pools(files["metrics"])]
    return make_fragment(filter(None, sections), cards=[replace(card, compared=compared)])


_ABOUT = Text(
    "Multi-domain citation recommendation: rankers find the papers that a query cites, in large "
    "pools and among a benchmark's candidates. All scores are ×100, official protocol. A cited "
    "paper counts as relevant: docs/citations-and-relevance.md measures how far people agree."
)
_BEST = "The best score of the run in a row is bold."
_OFFICIAL = Text(
    "The official protocol rounds each field's score to four digits of a percentage, and their "
    "mean; the corrected one does not. Intervals and tests are of unrounded scores.",
    "label",
)


def _choose(files: MdcrFiles, part: str, split: str = "test") -> Results:
    """Return the official results of an evaluation in one split, rankers by the headline."""
    printed = read_published_scores(files.published, files.comparable)
    published = [score for score in printed if score.benchmark == part and score.split == split]
    results = files.read(BENCHMARK, published, part)

    official = []
    for score in results.scores:
        if score.protocol == OFFICIAL and score.split == split:
            official.append(score)
    # the headline is of the benchmark, whatever part is shown
    scores = read_records(files.metrics, Score, {"benchmark": _BENCHMARK})
    judged = replace(results, scores=scores)
    ordered = judged.best_first(official, attrgetter("ranker"))
    return replace(results, scores=ordered, trained_on=files.trained_on)


def _show_large(files: MdcrFiles) -> Section | None:
    """Return the section on large pools, if there are any."""
    dataset = _choose(files, "mdcr-dataset")
    by_field = _choose(files, "mdcr-field")
    if not dataset.scores and not by_field.scores:
        return None

    parts: list[Part] = []
    if "mdcr-dataset" not in files.comparable:
        about = "Pools are not drawn as in the paper: no published score can be compared."
        parts.append(Text(about))
    if dataset.scores:
        queries = plural(max(score.n_queries for score in dataset.scores), "query")
        about = (
            f"MAP over {queries} of all fields (Table 1 of MDCR); the band is ± 1 sd over draws."
        )
        parts.append(Text(about))
        chart = pool_size_lines(dataset.scores)
        parts.append(Drawing("MAP against the size of the pool", chart))
        caption = "Scores by the size of the pool (×100), means over samplings of the pool."
        words = ("papers", caption, "Large pools by size")
        parts.append(tables.slice_table(dataset, dataset.slices, _LARGE_MEASURES, words))
        parts += _fold_ranks(dataset, "pools by size")
    if by_field.scores:
        is_open = not dataset.scores
        parts.append(Fold("By field", _list_fields(by_field), "mdcr-field", is_open))
    parts += list_index_recall(files.recall, "mdcr-index")
    return Section("mdcr-large", "MDCR: large pools", parts, "broad", "Large pools")


def _list_fields(by_field: Results) -> list[Part]:
    """Return the scores of a large pool for each field."""
    about = "A pool per field (Tables 2, 7 and 8 of MDCR), means over its samplings."
    chart = map_by_slice(by_field, by_field.slices, "field-map", "MAP by field")
    parts: list[Part] = [Text(about), Drawing("MAP by field and ranker", chart, is_wide=True)]
    for measure, title in BENCHMARK.measure_titles.items():
        if measure in _LARGE_MEASURES:
            caption = f"{title} of large pools"
            parts.append(_by_field(by_field, by_field.slices, measure, caption, title))
    parts += _fold_ranks(by_field, "pools by field")
    return parts


def _fold_ranks(results: Results, where: str) -> list[Fold]:
    return fold_ranks(results, OFFICIAL, "test", f"Ranks, {where}", tables.slice_title)


def _show_benchmark(files: MdcrFiles, results: Results) -> Section:
    """Return the section on the benchmark: MAP by field, and how hard its negatives are."""
    slices = results.slices
    types = [name for name in slices if name.startswith(TYPE)]
    fields = [name for name in slices if name not in types]
    parts: list[Part] = [Text(_describe_benchmark(files, results, len(set(fields) - {ALL})))]
    handicap = tables.describe_handicap(results)
    if handicap:
        parts.append(Text(f"† {handicap}", "label warn"))
    parts.append(_by_field(results, fields, "map", "Table 3 of MDCR: MAP", "Benchmark, MAP"))

    if types:
        chart = map_by_slice(results, types, "type-map", "MAP by candidate type")
        parts.append(Text(_describe_types(results)))
        parts.append(Drawing("MAP by candidate type and ranker", chart, is_wide=True))
    for name, found in files.findings.items():
        parts += list_problems(name, found)

    parts += _list_folds(files, results, fields, types)
    return Section("mdcr-benchmark", "MDCR: the benchmark", parts, "broad", "Benchmark")


def _list_folds(
    files: MdcrFiles, results: Results, fields: Sequence[str], types: Sequence[str]
) -> Iterator[Fold]:
    """Yield the further measures, types, ranks and splits of the benchmark."""
    more = [
        _by_field(results, fields, "recall_5", "Table 3 of MDCR: R@5", "Benchmark, R@5"),
        _by_field(results, fields, "ndcg", "NDCG", "Benchmark, NDCG"),
    ]
    yield Fold("R@5 and NDCG by field", [*more, _OFFICIAL], "mdcr-by-field")

    if types:
        caption = "Table 4 of MDCR: scores (×100) by type of negatives, and the rankers' mean."
        words = ("negatives", caption, "Benchmark by candidate type")
        table = tables.slice_table(results, types, ("map", "recall_5"), words, with_mean=True)
        yield Fold("By candidate type in numbers", [table], "mdcr-by-type")
    yield from _fold_ranks(results, "benchmark")

    validation = _choose(files, "mdcr", "val")
    slices = [name for name in validation.slices if not name.startswith(TYPE)]
    if slices:
        caption = "Scores of the validation split (×100); over all fields, the mean of theirs."
        words = ("field", caption, "Benchmark, validation split by field")
        table = tables.slice_table(validation, slices, ("map", "recall_5"), words)
        yield Fold("Validation split by field", [table])


def _by_field(
    results: Results, fields: Sequence[str], measure: str, title: str, label: str
) -> Grid:
    caption = f"{title} (×100) by field; over all fields, the mean of theirs."
    words = ("field", caption, f"{label} by field")
    return tables.slice_table(results, fields, (measure,), words)


def _describe_benchmark(files: MdcrFiles, results: Results, n_fields: int) -> str:
    """Return how many fields and queries the benchmark has, and whether it is the released one."""
    size = plural(n_fields, "field")
    best = headline(results.scores, BENCHMARK.headline)
    if best:
        size += f", {plural(best[0].n_queries, 'query')}"
    if files.is_released:
        return f"The released benchmark, test split: {size}."
    return (
        f"The benchmark that this run built, test split: {size}. Its queries are not the paper's, "
        "so no published score can be compared, nor any other score of the released benchmark."
    )


def _describe_types(results: Results) -> str:
    """Return the hardest and the easiest type of negatives, and what marks a model's choices."""
    text = "MAP over the cited papers and the negatives of one type alone (Table 4 of MDCR)."
    order = tables.sort_types(results)
    if order:
        text += (
            f" By the mean MAP of rankers that did not choose them, “{order[0]}” is the hardest "
            f"type and “{order[-1]}” the easiest."
        )
    if tables.own_cells(results):
        text += " A thick edge marks a model on the candidates that it chose itself."
    return text


def pool_size_lines(scores: Sequence[Score]) -> LineChart:
    """Return MAP ×100 against the size of the pool, the legend in the order of their ends.

    ``scores`` are of one protocol and split; their slices are sizes in digits. The band is the
    standard deviation over samplings of the pool.
    """
    by_ranker: dict[str, dict[int, Score]] = {}
    for score in scores:
        if score.measure == "map" and score.value is not None:
            by_ranker.setdefault(score.ranker, {})[int(score.slice)] = score

    series = []
    for number, (ranker, by_size) in enumerate(by_ranker.items()):
        points = []
        for size, score in sorted(by_size.items()):
            value = 100 * score.known
            sd = 0.0
            title = f"{ranker}, {size:,} papers: {percent(score.value)}"
            if score.sd is not None:
                sd = 100 * score.sd
                title += f" ± {percent(score.sd)}"
            points.append(Point(size, value, title, value - sd, value + sd))
        series.append(Series(line_style(number, ranker), points))
    series.sort(key=lambda line: -line.points[-1].y)

    panel = Panel(series, "", "papers in the pool (logarithmic)", "MAP (×100)", "x")
    about = "MAP against the size of the pool"
    height = max(3.2, 0.22 * len(series) + 1.2)
    return LineChart("pool-size-lines", about, [[panel]], height, "outside right upper")


def map_by_slice(results: Results, slices: Sequence[str], name: str, about: str) -> HeatMap:
    """Return MAP of each slice and ranker, the best of a slice bold."""
    by_cell: dict[tuple[str, str], float] = {}
    best: dict[str, float] = {}
    for score in results.scores:
        if score.measure == "map" and score.slice in slices and score.value is not None:
            row = tables.slice_title(score.slice)
            by_cell[row, score.ranker] = score.value
            best[row] = max(score.value, best.get(row, 0.0))

    ordered = sorted(slices, key=lambda part: part == ALL)  # all fields last
    return percent_map(
        name,
        about,
        [tables.slice_title(part) for part in ordered],
        results.rankers,
        by_cell,
        marked={(tables.slice_title(part), ranker) for part, ranker in tables.own_cells(results)},
        marked_as="its own candidates",
        strong={(row, ranker) for (row, ranker), value in by_cell.items() if value == best[row]},
        strong_names={tables.slice_title(ALL)},
    )
