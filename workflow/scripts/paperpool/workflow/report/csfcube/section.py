"""The report's section on CSFCube.

Source: CSFCube, Tables 3 and 4, Figure 3 and appendix G.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.csfcube import (
    BENCHMARK,
    CORPUS,
    CORPUS_PROTOCOLS,
    TABLES,
)
from paperpool.collections.csfcube_release import QUERIES
from paperpool.collections.named import UNNAMED
from paperpool.collections.schemes import Scheme, find_collection_scheme, read_scheme
from paperpool.evaluation.published import (
    PublishedScore,
    is_released_collection,
    read_published_scores,
)
from paperpool.io.csv_rows import Rows
from paperpool.pages import score_parts
from paperpool.pages.described_collection import describe_own_csfcube
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import list_grid, numbers
from paperpool.pages.headline import make_headline_card
from paperpool.pages.results import Results, ResultTables
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_charts import interval_chart, slice_bars
from paperpool.pages.scores import read_query_ids
from paperpool.pages.section import Drawing, Fold, Part, Section, Text, list_problems
from paperpool.pages.wording import count
from paperpool.workflow.report.csfcube.designs import show_designs
from paperpool.workflow.report.csfcube.two_facets import list_two_facets
from paperpool.workflow.report.errors.page import build_errors_page, choose_rankers


@dataclass(frozen=True)
class CsfcubeFiles(ResultTables):
    """The files and settings of the CSFCube section.

    ``collection`` are the files of the collection. If the scored queries are the
    ``released_queries``, it is CSFCube's own release and published systems are shown; else the
    collection is called ``name``, and the corrected protocol comes first. ``kinds`` are
    by ranker, in the configuration's order; ``designs`` are tables of rankers of kind best. The
    page of errors is made from ``runs``, and shows the rankers ``shown``, else those of
    ``choose_rankers``.
    """

    per_query: str | Path | Rows
    collection: Sequence[str | Path]
    released_queries: str | Path
    kinds: Mapping[str, str]
    pool_bias: str | Path | Rows
    designs: Mapping[str, str | Path] = field(default_factory=dict)
    runs: Mapping[str, str | Path] = field(default_factory=dict)
    shown: Sequence[str] | None = None
    name: str = UNNAMED

    @property
    def folder(self) -> Path:
        """The folder of the collection."""
        return Path(self.collection[0]).parent

    @cached_property
    def scheme(self) -> Scheme:
        """The scheme that the collection carries."""
        return read_scheme(find_collection_scheme(self.folder))


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section and the page of errors of a run's files and settings."""
    inputs = CsfcubeFiles(**files, **settings)
    queries = read_query_ids(inputs.per_query)
    if is_released_collection(inputs.released_queries, queries):
        benchmark = BENCHMARK
        published = read_published_scores(inputs.published)
    else:
        benchmark = describe_own_csfcube(inputs.name, inputs.scheme)
        published = []
    official = [score for score in published if score.protocol == OFFICIAL]
    results = inputs.read(benchmark, official)

    parts: list[Part] = list(_open(results, inputs))
    parts += _list_folds(results, inputs, published)
    folds = {part.anchor: part.title for part in parts if isinstance(part, Fold) and part.anchor}
    section = Section(BENCHMARK.name, benchmark.title, parts, "broad")
    pages = {}
    if inputs.runs:
        target = benchmark.headline
        shown = inputs.shown or choose_rankers(results.scores, target, inputs.baselines[0])
        runs = {ranker: inputs.runs[ranker] for ranker in shown}
        pages["errors"] = build_errors_page(label, inputs.folder, inputs.per_query, runs, target)

    card = make_headline_card(benchmark, results.scores, BENCHMARK.name, results.places)
    fragment = make_fragment([section], pages=pages, cards=[card])
    return replace(fragment, links=[*fragment.links, *folds.items()])


def _is_released(results: Results) -> bool:
    """Return whether the collection is CSFCube's own release."""
    return results.benchmark is BENCHMARK


def _open(results: Results, files: CsfcubeFiles) -> Iterator[Part]:
    """Yield the table and the chart of the headline, and a link to the page of errors."""
    yield Text(
        "Faceted query by example: a query is a paper and one of its facets; rankers order its "
        f"judged candidates, relevant from grade {files.scheme.relevant}. All scores are ×100."
    )
    yield from score_parts.list_letters(results, "The best score of the run is bold.")
    if not _is_released(results):
        yield Text(_NO_PUBLISHED)

    yield _show(results, files, results.benchmark.headline.protocol, "test", "Table 3")
    label = "NDCG%20 of each ranker with its interval"
    yield Drawing(label, interval_chart(results))
    for ranker, found in files.findings.items():
        yield from list_problems(ranker, found)

    if files.runs:
        link = '<a href="errors.html">The errors of two rankers, query by query</a>'
        if _is_released(results):
            link += " (appendix G of CSFCube)"
        yield Text(Markup(f"{link}."))


def _list_folds(
    results: Results, files: CsfcubeFiles, published: Sequence[PublishedScore]
) -> Iterator[Fold]:
    """Yield all else: first the protocol of the headline, then the other one."""
    first = results.benchmark.headline.protocol
    other = CORRECTED if first == OFFICIAL else OFFICIAL
    parts = [_explain(results, first), _show(results, files, first, "test", "Table 4")]
    sources = "; ".join(dict.fromkeys(score.source for score in published))
    if sources:
        parts.append(Text(f"Published scores: {sources}.", "sources"))
    yield Fold("More measures", parts, first)

    tables = [_show(results, files, other, "test", name) for name in TABLES]
    yield Fold(f"{other.capitalize()} protocol", [_explain(results, other), *tables], other)
    yield from _list_own_slices(results, files)
    tables = [_show(results, files, first, "dev", name) for name in TABLES]
    tables += [_show(results, files, other, "dev", name) for name in TABLES]
    yield Fold("Dev split (first fold), each protocol", tables)
    yield from _list_corpus(results, files)

    groups = score_parts.group_by_kind(results, files.kinds)
    bars = slice_bars(results, groups, files.scheme.facet_names, "facet-bars")
    about = f"Test split, {first} protocol, {100 * files.confidence:g}% bootstrap intervals."
    drawing = Drawing("NDCG%20 of each ranker for each facet", bars, is_wide=True)
    yield Fold("By facet", [Text(about), drawing], "by-facet")

    place = f"{first} protocol, test split"
    yield from score_parts.fold_ranks(results, first, "test", f"Ranks, {place}")
    yield from score_parts.fold_tests(results, first, what=place)
    for ranker, path in files.designs.items():
        yield show_designs(ranker, path)

    queries = files.folder / QUERIES
    two_facets = list_two_facets(results, files.scheme.facet_names, files.per_query, queries)
    yield Fold("Papers queried by two facets", list(two_facets), "two-facets")
    table = score_parts.bias_table(files.pool_bias, "test", "Pool bias", _BIAS_CAPTION)
    yield Fold("Pool bias", [table], "pool-bias")
    yield Fold("Run checks", _list_checks(files.findings), "checks")


_NO_PUBLISHED = (
    "No published score is of these queries. So the corrected protocol comes first, whose measures "
    "are what their names say."
)
_OF_RELEASE = "The official protocol is the release's script"
_OF_OTHERS = "The official protocol repeats the script that published scores of this format are by"
_OFFICIAL = (
    ": RP is precision at the rank of the last relevant document (not R-precision), NDCG leaves "
    "rank 2 undiscounted, and a score is the mean of two folds' means."
)
_CORRECTED = (
    "The corrected protocol has true R-precision, NDCG discounted by log2(rank + 1), means over "
    "queries, and no query in its own pool: not to be compared with published or official scores."
)
_CORPUS = (
    "Every paper, ranked for each query paper as a whole; relevant if any facet grades it {least} "
    "or more, nDCG's gain is that of the largest grade. A query paper judged for itself is "
    "relevant under corpus, and missed by all; corpus-corrected leaves it out."
)
_INCOMPARABLE = " No published score is comparable."
_BIAS_CAPTION = (
    "judged@20: the judged share of a ranker's first 20; if low, its scores may flatter it. "
    "bpref: how seldom a judged irrelevant candidate stands above a relevant one. Means over all "
    "test queries (×100)."
)

_BELOW = " Below, the published score and the difference from it."

_OWN_NAMES = {"Table 3": "Main measures", "Table 4": "Further measures"}
"""What the paper's tables are called where the collection is another."""


def _explain(results: Results, protocol: str) -> Text:
    """Return what a protocol is."""
    if protocol != OFFICIAL:
        return Text(_CORRECTED, "label")
    text = _OF_RELEASE if _is_released(results) else _OF_OTHERS
    return Text(text + _OFFICIAL, "label")


def _show(results: Results, files: CsfcubeFiles, protocol: str, split: str, table: str) -> Part:
    """Return the measures of one of the paper's tables; MAP, too, stands with those of Table 4."""
    if _is_released(results):
        label = table
        title = f"{table} of CSFCube"
    else:
        label = _OWN_NAMES[table]
        title = label
    place = f"{protocol} protocol, {split} split"
    caption = f"{title}, {place} (×100)."
    others = None
    if results.published and protocol == OFFICIAL and split == "test":
        caption += _BELOW
        others = results.others

    words = (caption, f"{label}, {place}")
    measures = TABLES[table]
    grid = score_parts.table_by_kind(results, files.kinds, protocol, split, measures, words, others)
    return score_parts.show_table(grid)


def _list_own_slices(results: Results, files: CsfcubeFiles) -> Iterator[Fold]:
    """Yield the scores of the slices that a user named, if any, under each protocol."""
    further = [name for name in results.slices if name not in files.scheme.slices]
    if not further:
        return
    described = replace(results.benchmark, slices={name: name for name in further})
    narrowed = replace(results, benchmark=described)

    tables = []
    for protocol in (OFFICIAL, CORRECTED):
        label = f"Further slices, {protocol} protocol, test split"
        words = (f"{label} (×100), with intervals.", label)
        measures = TABLES["Table 3"]
        table = score_parts.table_by_kind(
            narrowed, files.kinds, protocol, "test", measures, words, has_intervals=True
        )
        tables.append(table)
    yield Fold("Further slices", tables, "further-slices")


def _list_corpus(results: Results, files: CsfcubeFiles) -> Iterator[Fold]:
    """Yield the scores of the whole corpus under each of its protocols, if there are any."""
    tables: list[Part] = []
    corpus = replace(results, benchmark=CORPUS, published={})
    for protocol in CORPUS_PROTOCOLS:
        label = f"Whole corpus, protocol {protocol}"
        measures = list(CORPUS.measure_titles)
        words = (f"{label} (×100), with intervals.", label)
        table = score_parts.table_by_kind(
            corpus, files.kinds, protocol, "test", measures, words, has_intervals=True
        )
        if table.rows:
            tables.append(table)
            tables += score_parts.fold_ranks(corpus, protocol, "test", f"Ranks, {label}")

    if tables:
        about = _CORPUS.format(least=files.scheme.relevant)
        if _is_released(results):
            about += _INCOMPARABLE
        yield Fold("The whole corpus", [Text(about), *tables], "whole-corpus")


def _list_checks(checks: Mapping[str, Any]) -> list[Part]:
    """Return the removals from rankings from outside; problems stand in the opening."""
    if not checks:
        return [Text("No ranking of this run comes from outside.")]
    rows = []
    for name, found in checks.items():
        n_problems = len(found["problems"])
        rows.append((name, found["unjudged_removed"], n_problems, len(found["doubts"])))
    columns = [("run", 0), *numbers(["unjudged removed", "problems", "doubts"], 1, count)]
    caption = "Runs from outside: candidates removed as never judged, problems and doubts."
    return [list_grid("Run checks", caption, columns, rows)]
