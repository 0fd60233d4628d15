"""What the report's section on MDCR is filled with: large pools, the benchmark, its construction.

Each is made of what there is: the released benchmark alone has figures of its own and no more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from statistics import fmean
from typing import Any

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.benchmarks.mdcr_strategies import describe_strategies
from paperpool.evaluation.published import read_figures
from paperpool.io.csv_rows import read_records
from paperpool.io.files import read_json
from paperpool.mdcr.names import ALL, TYPE
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.headline import best_first, headline
from paperpool.pages.reads import Reads
from paperpool.pages.results import ResultFiles, Results
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import read_scores
from paperpool.report.mdcr import charts
from paperpool.report.mdcr.construction import (
    Model,
    Shortfall,
    count_fillings,
    count_queries,
    count_ranks,
    read_edges,
    read_grid,
    read_jaccard,
)
from paperpool.report.mdcr.neighbourhood import read_neighbourhood
from paperpool.report.mdcr.scidocs import read_scidocs
from paperpool.report.mdcr.tables import (
    describe_handicap,
    list_slices,
    make_fronts,
    rankers_of,
    rounding_difference,
    slice_table,
    slice_title,
)

FEW = 20
"""Shortfalls up to which the page opens their table."""


@dataclass(frozen=True)
class ConstructionFiles:
    """The files of the construction and its settings; without BM25 there is no ``grid``.

    ``bm25`` are the values of k1 and b that were given to try.

    ``positives`` and ``negatives`` of each type were wanted for a query, the latter from the first
    ``model_top`` of a model and the ``most_cited_top`` of a field.
    """

    queries: str | Path
    provenance: str | Path
    texts: str | Path
    shortfalls: str | Path
    jaccard: str | Path
    models: str | Path
    positives: int
    negatives: int
    model_top: int
    most_cited_top: int
    bm25: Mapping[str, Sequence[float]]
    grid: str | Path | None = None


@dataclass(frozen=True)
class MdcrFiles(ResultFiles):
    """The files and settings of the MDCR section.

    ``comparable`` are the benchmarks of which ``published`` has the same cells; ``is_released``
    tells whether the benchmark is the released one.
    """

    comparable: Sequence[str]
    is_released: bool
    construction: ConstructionFiles | None = None


_TITLES = {"large": "Large pools", "benchmark": "Benchmark", "construction": "Construction"}
"""The parts of the section in the contents."""


def collect_files(**values: Any) -> MdcrFiles:
    """Return the files and settings of the section from those of its job."""
    names = {one.name for one in fields(ConstructionFiles)}
    built = {name: values.pop(name) for name in names & values.keys()}
    return MdcrFiles(construction=ConstructionFiles(**built) if built else None, **values)


def reads(run: Any) -> Reads:
    """Return the files and settings of the section; of the building where it is."""
    mdcr = run.mdcr
    files = {
        **mdcr.csv("metrics", "significance", "ranks"),
        "published": run.published("mdcr"),
        "checks": f"{mdcr.below}/checks.json",
    }
    settings = {
        "published_names": run.rankers.published_names("mdcr", mdcr.scored),
        "baselines": run.settings.evaluation.baselines,
        "confidence": run.settings.evaluation.confidence,
        "comparable": mdcr.comparable,
        "is_released": bool(mdcr.released),
    }
    if mdcr.is_built:
        files["queries"] = f"{mdcr.below}/steps/queries.parquet"
        files["texts"] = mdcr.built["test_data"]
        for name in ("provenance", "shortfalls", "jaccard", "models"):
            files[name] = mdcr.built[name]
        if mdcr.tunes_bm25:
            files["grid"] = f"{mdcr.below}/bm25.csv"
        for name in ("positives", "negatives", "model_top", "most_cited_top", "bm25"):
            settings[name] = run.settings.mdcr[name]
    return Reads(files, settings)


def build_section(run: RunLabel, files: MdcrFiles) -> Fragment:
    """Return the section."""
    content = make_mdcr_section(files)
    links = [("mdcr", BENCHMARK.title)]
    links += [(f"mdcr-{name}", title) for name, title in _TITLES.items() if content[name]]
    html = render_section(Path(__file__).parents[1], "mdcr", content)
    return Fragment(html, links, fronts=make_fronts(files.metrics))


def make_mdcr_section(files: MdcrFiles) -> dict[str, Any]:
    """Return what ``mdcr/section.html.jinja`` needs."""
    dataset, by_field = (_choose(files, f"mdcr-{level}") for level in ("dataset", "field"))
    benchmark, validation = (_choose(files, "mdcr", split) for split in ("test", "val"))
    large = {
        "dataset": _dataset_level(dataset) if dataset.scores else None,
        "field": _field_level(by_field) if by_field.scores else None,
    }
    return {
        "n_rankers": len(set(benchmark.rankers) | set(dataset.rankers) | set(by_field.rankers)),
        "letters": benchmark.letters,
        "measure_titles": BENCHMARK.measure_titles,
        "large_comparable": "mdcr-dataset" in files.comparable,
        "is_released": files.is_released,
        "large": large if any(large.values()) else None,
        "benchmark": _benchmark(benchmark, validation)
        | {"rounding": rounding_difference(read_scores(files.metrics, "mdcr"), "test")},
        "scidocs": read_scidocs(files.published, benchmark),
        "checks": read_json(files.checks),
        "construction": _construction(files.construction) if files.construction else None,
    }


def _choose(files: MdcrFiles, part: str, split: str = "test") -> Results:
    """Return the official results of an evaluation in one split, rankers by the headline."""
    figures = read_figures(files.published, files.comparable)
    beside = [figure for figure in figures if (figure.benchmark, figure.split) == (part, split)]
    results = files.read(BENCHMARK, beside, part)
    of = BENCHMARK.headline
    official = [s for s in results.scores if (s.protocol, s.split) == (OFFICIAL, split)]
    judged = read_scores(files.metrics, of.benchmark)
    return replace(results, scores=best_first(official, judged, of, attrgetter("ranker")))


def _dataset_level(results: Results) -> dict[str, Any]:
    return {
        "table": partial(slice_table, results, list_slices(results), ("map", "ndcg", "recall_30")),
        "n_queries": max(score.n_queries for score in results.scores),
        "lines": charts.pool_size_lines(results.scores),
    }


def _field_level(results: Results) -> dict[str, Any]:
    return {
        "heat_map": charts.map_by_slice(results, list_slices(results), "field-map", "MAP by field"),
        "table": partial(slice_table, results, list_slices(results)),
    }


def _benchmark(results: Results, validation: Results) -> dict[str, Any]:
    fields = [name for name in list_slices(results) if not name.startswith(TYPE)]
    types = [name for name in list_slices(results) if name.startswith(TYPE)]
    best = headline(results.scores, BENCHMARK.headline)
    slices = [name for name in list_slices(validation) if not name.startswith(TYPE)]
    return {
        "best": best[0] if best else None,
        "n_fields": len([name for name in fields if name != ALL]),
        "by_field": partial(slice_table, results, fields),
        "handicap": describe_handicap(results),
        "heat_map": charts.map_by_slice(results, types, "type-map", "MAP by candidate type")
        if types
        else None,
        "types": partial(slice_table, results, types, ("map", "recall_5"), with_mean=True),
        "has_chosen": any(rankers_of(results, name.removeprefix(TYPE)) for name in types),
        "hardest": _hardest(results),
        "validation": slices and partial(slice_table, validation, slices),
    }


def _hardest(results: Results) -> dict[str, str]:
    """Return the type of lowest mean MAP over the rankers that chose none of it, and the highest.

    Empty where fewer than two types have figures.
    """
    values: dict[str, list[float]] = {}
    for score in results.scores:
        kind = score.slice.removeprefix(TYPE)
        if not score.slice.startswith(TYPE) or score.measure != "map" or score.value is None:
            continue
        if score.ranker not in rankers_of(results, kind):
            values.setdefault(kind, []).append(score.value)
    order = sorted(values, key=lambda kind: (fmean(values[kind]), kind))
    if len(order) < 2:
        return {}
    return {"hardest": slice_title(TYPE + order[0]), "easiest": slice_title(TYPE + order[-1])}


def _construction(files: ConstructionFiles) -> dict[str, Any]:
    queries = count_queries(files.queries)
    shortfalls = read_records(files.shortfalls, Shortfall)
    models = read_records(files.models, Model)
    chosen = [model.ranker for model in models if model.chosen]
    fillings = count_fillings(
        files.provenance,
        shortfalls,
        chosen,
        sum(queries.values()),
        files.positives,
        files.negatives,
    )
    jaccard = read_jaccard(files.jaccard)
    ranks = count_ranks(files.provenance, chosen)
    neighbourhood = read_neighbourhood(files.provenance, files.texts)
    return {
        "files": files,
        "queries": queries,
        "fillings": fillings,
        "sources": describe_strategies(n_models=len(chosen), **vars(files)),
        "strategies": charts.strategies_chart(fillings, queries),
        "shortfalls": shortfalls,
        "short": [filling for filling in fillings if filling.short],
        "few": len(shortfalls) <= FEW,
        "models": sorted(models, key=lambda m: (not m.chosen, m.mean_jaccard or 0.0, m.ranker)),
        "jaccard": charts.jaccard_map(jaccard, [m.ranker for m in models], chosen),
        "ranks": charts.model_ranks(ranks, files.model_top),
        "chosen": chosen,
        "grid": read_grid(files.grid) if files.grid else {},
        "edges": read_edges(files.grid, files.bm25) if files.grid else {},
        "neighbourhood": neighbourhood,
        "drawing": charts.neighbourhood_chart(neighbourhood) if neighbourhood else None,
    }
