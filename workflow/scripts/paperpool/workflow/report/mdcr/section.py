"""The report's section on MDCR: large pools, the benchmark, its construction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.evaluation.published import read_published_scores
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.charts.heat_map import HeatMap, percent_map
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Grid
from paperpool.pages.headline import headline
from paperpool.pages.results import Results, ResultTables
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_parts import fold_ranks, list_letters
from paperpool.pages.scores import Score, read_scores
from paperpool.pages.section import Drawing, Fold, Part, Section, Text, list_problems
from paperpool.pages.wording import percent, plural
from paperpool.workflow.report.mdcr import tables
from paperpool.workflow.report.mdcr.construction import ConstructionFiles, show_construction


@dataclass(frozen=True)
class MdcrFiles(ResultTables):
    """The files and settings of the MDCR section.

    ``comparable`` are the benchmarks with the same cells in ``published``; ``is_released`` is
    whether the benchmark is the released one. ``trained_on`` is what models of rankers were trained
    on, where that is citations.
    """

    comparable: Sequence[str]
    is_released: bool
    construction: ConstructionFiles | None = None
    trained_on: Mapping[str, str] = field(default_factory=dict)


def list_files(run: Any) -> dict[str, str]:
    """Return the files of the section; ``construction`` has those of a benchmark built here."""
    mdcr = run.mdcr
    files = mdcr.csv("metrics", "significance", "ranks")
    files |= {"published": run.published("mdcr"), "checks": f"{mdcr.below}/checks.json"}
    if mdcr.is_built:
        files["construction/queries"] = f"{mdcr.below}/steps/queries.parquet"
        files["construction/provenance"] = f"{mdcr.below}/provenance.parquet"
        for name in ("shortfalls", "jaccard", "models"):
            files[f"construction/{name}"] = f"{mdcr.below}/{name}.csv"
        if run.mdcr_pools.tunes_bm25:
            files["construction/grid"] = f"{mdcr.below}/bm25.csv"
    return files


def list_settings(run: Any) -> dict[str, Any]:
    """Return the settings of the section; ``construction`` has those of the benchmark's."""
    mdcr = run.mdcr
    settings = {
        "published_names": run.rankers.published_names("mdcr", mdcr.scored_rankers),
        "baselines": run.settings.evaluation.baselines,
        "confidence": run.settings.evaluation.confidence,
        "comparable": mdcr.comparable,
        "is_released": bool(mdcr.released),
        "trained_on": {} if run.is_demo else run.rankers.find_training_data(mdcr.scored_rankers),
    }
    if mdcr.is_built:
        keys = ("positives", "negatives", "model_top", "most_cited_top", "bm25")
        chosen = mdcr.settings.as_dict()
        settings["construction"] = {key: chosen[key] for key in keys}
    return settings


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section of a run's files and settings."""
    read = {**files, **settings}
    if "construction" in files:
        built = ConstructionFiles(**files["construction"], **settings["construction"])
        read["construction"] = built
    return show_section(label, MdcrFiles(**read))


def show_section(label: RunLabel, files: MdcrFiles) -> Fragment:
    """Return the sections."""
    benchmark = _choose(files, BENCHMARK.headline.benchmark)
    about: list[Part] = [_ABOUT]
    trained = tables.describe_trained(files.trained_on)
    if trained:
        about.append(Text(trained, "label warn"))
    sections = [
        Section("mdcr", BENCHMARK.title, [*about, *list_letters(benchmark, _BEST)]),
        _show_large(files),
        _show_benchmark(files, benchmark),
        show_construction(files.construction, files.is_released) if files.construction else None,
    ]
    first, *large = tables.make_headline_cards(files.metrics, benchmark.places)
    cards = [replace(first, note=trained), *large]
    return make_fragment(filter(None, sections), cards=cards)


_ABOUT = Text(
    "Multi-domain citation recommendation: rankers find the papers that a query cites, in large "
    "pools and among a benchmark's candidates. All scores are ×100, official protocol."
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
    beside = [one for one in printed if (one.benchmark, one.split) == (part, split)]
    results = files.read(BENCHMARK, beside, part)
    judged = replace(results, scores=read_scores(files.metrics, BENCHMARK.headline.benchmark))
    official = [s for s in results.scores if (s.protocol, s.split) == (OFFICIAL, split)]
    ordered = judged.best_first(official, attrgetter("ranker"))
    return replace(results, scores=ordered, trained_on=files.trained_on)


def _show_large(files: MdcrFiles) -> Section | None:
    """Return the section on large pools, if there are any."""
    dataset, by_field = (_choose(files, f"mdcr-{level}") for level in ("dataset", "field"))
    about = "Pools are not drawn as in the paper: no published score can be compared."
    parts: list[Part] = [] if "mdcr-dataset" in files.comparable else [Text(about)]
    if dataset.scores:
        n_queries = max(score.n_queries for score in dataset.scores)
        caption = "Scores by the size of the pool (×100), means over samplings of the pool."
        words = ("papers", caption, "Large pools by size")
        of = plural(n_queries, "query")
        parts += [
            Text(f"MAP over {of} of all fields (Table 1 of MDCR); the band is ± 1 sd over draws."),
            Drawing("MAP against the size of the pool", pool_size_lines(dataset.scores)),
            tables.slice_table(dataset, dataset.slices, ("map", "ndcg", "recall_30"), words),
            *_fold_ranks(dataset, "pools by size"),
        ]
    if by_field.scores:
        chart = map_by_slice(by_field, by_field.slices, "field-map", "MAP by field")
        by_measure = [
            _by_field(by_field, by_field.slices, measure, f"{title} of large pools", title)
            for measure, title in BENCHMARK.measure_titles.items()
            if measure in ("map", "ndcg", "recall_30")
        ]
        folded = [
            Text("A pool per field (Tables 2, 7 and 8 of MDCR), means over its samplings."),
            Drawing("MAP by field and ranker", chart, is_wide=True),
            *by_measure,
            *_fold_ranks(by_field, "pools by field"),
        ]
        parts.append(Fold("By field", folded, "mdcr-field", not dataset.scores))
    section = Section("mdcr-large", "MDCR: large pools", parts, "broad", "Large pools")
    return section if dataset.scores or by_field.scores else None


def _fold_ranks(results: Results, where: str) -> list[Fold]:
    return fold_ranks(results, OFFICIAL, "test", f"Ranks, {where}", tables.slice_title)


def _show_benchmark(files: MdcrFiles, results: Results) -> Section:
    """Return the section on the benchmark: MAP by field, and how hard its negatives are."""
    slices = results.slices
    types = [name for name in slices if name.startswith(TYPE)]
    fields = [name for name in slices if name not in types]
    parts: list[Part] = [Text(_describe_benchmark(files, results, len(set(fields) - {ALL})))]
    if handicap := tables.describe_handicap(results):
        parts.append(Text(f"† {handicap}", "label warn"))
    parts.append(_by_field(results, fields, "map", "Table 3 of MDCR: MAP", "Benchmark, MAP"))
    if types:
        chart = map_by_slice(results, types, "type-map", "MAP by candidate type")
        drawing = Drawing("MAP by candidate type and ranker", chart, is_wide=True)
        parts += [Text(_describe_types(results)), drawing]
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
    if slices := [name for name in validation.slices if not name.startswith(TYPE)]:
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
    whose = "released benchmark" if files.is_released else "benchmark that this run built"
    best = headline(results.scores, BENCHMARK.headline)
    queries = f", {plural(best[0].n_queries, 'query')}" if best else ""
    text = f"The {whose}, test split: {plural(n_fields, 'field')}{queries}."
    if files.is_released:
        return text
    return (
        f"{text} Its queries are not the paper's, so no published score can be compared, nor any "
        "other score of the released benchmark."
    )


def _describe_types(results: Results) -> str:
    text = "MAP over the cited papers and the negatives of one type alone (Table 4 of MDCR)."
    if order := tables.sort_types(results):
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
    shown = [s for s in scores if s.measure == "map" and s.value is not None]
    series = []
    for number, ranker in enumerate(dict.fromkeys(s.ranker for s in shown)):
        points = []
        for s in sorted((s for s in shown if s.ranker == ranker), key=lambda s: int(s.slice)):
            x, y, sd = int(s.slice), 100 * s.known, 100 * (s.sd or 0.0)
            spread = "" if s.sd is None else f" ± {percent(s.sd)}"
            title = f"{ranker}, {x:,} papers: {percent(s.value)}{spread}"
            points.append(Point(x, y, title, y - sd, y + sd))
        series.append(Series(line_style(number, ranker), points))
    series.sort(key=lambda one: -one.points[-1].y)
    panel = Panel(series, "", "papers in the pool (logarithmic)", "MAP (×100)", "x")
    about = "MAP against the size of the pool"
    height = max(3.2, 0.22 * len(series) + 1.2)
    return LineChart("pool-size-lines", about, [[panel]], height, "outside right upper")


def map_by_slice(results: Results, slices: Sequence[str], name: str, about: str) -> HeatMap:
    """Return MAP of each slice and ranker, the best of a slice bold."""
    by_cell = {
        (tables.slice_title(s.slice), s.ranker): s.value
        for s in results.scores
        if s.measure == "map" and s.slice in slices and s.value is not None
    }
    rows = [tables.slice_title(part) for part in sorted(slices, key=lambda part: part == ALL)]
    best = {
        row: max((v for (of, _), v in by_cell.items() if of == row), default=None) for row in rows
    }
    return percent_map(
        name,
        about,
        rows,
        results.rankers,
        by_cell,
        marked={(tables.slice_title(part), ranker) for part, ranker in tables.own_cells(results)},
        marked_as="its own candidates",
        strong={cell for cell, value in by_cell.items() if value == best[cell[0]]},
        strong_names={tables.slice_title(ALL)},
    )
