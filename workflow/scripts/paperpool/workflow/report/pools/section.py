"""The report's section on candidate pools, with its charts: sizes, and overlap of sources."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.io.csv_rows import read_number, read_records, read_rows
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.heat_map import Cell, Grid, HeatMap
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, choose_width
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Column, list_grid, parsed
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Drawing, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import count, decimal, percent, plural
from paperpool.workflow.report.index_recall import list_index_recall

PUBLISHED_OVERLAP = (1, 4)
"""Papers that two sources' first 25 have in common, least and most (CSFCube, section 3)."""


@dataclass(frozen=True)
class Overlap:
    """The mean number of papers that the first 25 of two sources have in common."""

    source_a: str
    source_b: str
    mean_common_top_25: float


@dataclass(frozen=True)
class PoolFiles:
    """The files of the pools section; without a collection's own pools there is no ``fidelity``.

    ``recall`` are the tables of sources that search by an index.
    """

    candidates: str | Path
    turns: str | Path
    sources: str | Path
    sizes: str | Path
    overlap: str | Path
    fidelity: str | Path | None = None
    recall: Mapping[str, str | Path] = field(default_factory=dict)


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section of a run's files, and its clause of the page's sentence."""
    inputs = PoolFiles(**files)
    sizes = read_sizes(inputs.sizes)
    parts = list(_open(inputs, sizes))
    parts += list_sources(inputs)
    parts += list_index_recall(inputs.recall, "pool-index")
    parts += _list_overlap(inputs.overlap)
    if inputs.fidelity:
        parts += _list_fidelity(inputs.fidelity)
    pooled = plural(int(sizes["candidates"]), "candidate")
    queries = plural(int(sizes["queries"]), "query")
    section = Section("pools", "Candidate pools", parts, link="Pools")
    return make_fragment([section], f"{pooled} pooled for {queries}")


def read_pool_sizes(path: str | Path) -> dict[str, int]:
    """Read the number of candidates of each query from turns.csv; a pool may be empty."""
    sizes: Counter[str] = Counter()
    for row in read_rows(path):
        sizes[row["query_id"]] += int(row["n_new"])
    return dict(sizes)


def read_sizes(path: str | Path) -> dict[str, float]:
    """Read sizes.csv: queries, candidates, and the min, mean and max of pool sizes."""
    sizes = {}
    for row in read_rows(path):
        name = row["aggregate"] or row["statistic"]
        sizes[name] = read_number(row["value"]) or 0.0
    return sizes


def read_quotas(path: str | Path) -> list[tuple[int, int]]:
    """Read from turns.csv how many queries have each quota: (quota, queries), by quota."""
    quotas = {row["query_id"]: int(row["quota"]) for row in read_rows(path) if row["quota"]}
    return sorted(Counter(quotas.values()).items())


def _open(files: PoolFiles, sizes: Mapping[str, float]) -> Iterator[Part]:
    """Yield the sources of pools, and their sizes."""
    fates = {row["fate"]: int(row["n"]) for row in read_rows(files.candidates)}
    yield Text(
        f"Pools are drawn from {plural(fates['candidate'], 'paper')} of "
        f"{count(sum(fates.values()))} readable ones: those of the filter, but for "
        f"{count(fates['no_abstract'])} without an abstract."
    )
    drawn = (
        "A pool has every paper of the corpus that the query cites, and from each ranked source, "
        "in shuffled order, its quota of further ones. "
    )
    if not sizes["queries"]:
        yield Text(f"{drawn}No query has a pool.")
        return

    text = (
        f"{drawn}{plural(int(sizes['queries']), 'query')}, "
        f"{plural(int(sizes['candidates']), 'candidate')}: {sizes['min']:.0f} in the smallest "
        f"pool, {sizes['mean']:.1f} on average, {sizes['max']:.0f} in the largest."
    )
    quotas = [f"{quota} for {plural(n, 'query')}" for quota, n in read_quotas(files.turns)]
    if quotas:
        text += f" The quota is {', '.join(quotas)}."
    yield Text(text)
    yield Drawing("Sizes of the pools", pool_sizes(read_pool_sizes(files.turns)))


def pool_sizes(sizes: Mapping[str, int]) -> LineChart:
    """Return the number of pools by size; ``sizes`` maps a query to its pool's size."""
    width = choose_width(min(sizes.values(), default=0), max(sizes.values(), default=0))
    counts = Counter(size // width * width for size in sizes.values())
    points = []
    for begin, n in sorted(counts.items()):
        end = begin + width - 1
        span = str(begin) if width == 1 else f"{begin} to {end}"
        middle = begin + (width - 1) / 2
        points.append(Point(middle, n, f"{span} candidates: {plural(n, 'pool')}"))

    series = []
    if points:
        series.append(Series(Style(width=0.92 * width), points))
    panel = Panel(series, "", "candidates in the pool", "pools")
    return LineChart("pool-sizes", "Sizes of the pools", [[panel]], 2.2)


def list_sources(files: PoolFiles) -> Iterator[Part]:
    """Yield the candidates of each source, and rankings that ended before their quota."""
    sources = read_rows(files.sources)
    dry = [row for row in read_rows(files.turns) if row["dry"] == "True"]
    yield Heading("Sources", "pool-sources")
    caption = (
        "Candidates of all pools: given by a source, held in its ranking as far as read. Dry: the "
        "pools in which its ranking ended before its quota; missing: the papers that it lacked."
    )
    number = parsed(count)
    columns: list[Column] = [
        ("source", "source"),
        ("given", "n_drawn", number),
        ("held", "n_held", number),
        ("held alone", "n_unique", number),
        ("dry", "n_dry", number),
        ("missing", "shortfall", number),
    ]
    yield list_grid("Candidates by source, table", caption, columns, sources)

    if dry:
        yield from _list_dry(dry, sources)
    elif sources:
        yield Text("No source ran dry: every quota was filled.")


def _list_dry(
    turns: Sequence[Mapping[str, str]], sources: Sequence[Mapping[str, str]]
) -> Iterator[Part]:
    """Yield the turns whose ranking ended before its quota, and their number of each source."""
    pools = []
    for row in sources:
        n_dry = int(row["n_dry"])
        if n_dry:
            pools.append(f"{row['source']} in {plural(n_dry, 'pool')}")
    missing = plural(sum(int(row["shortfall"]) for row in turns), "paper")
    text = f"{plural(len(turns), 'turn')} ran dry, {missing} missing: {', '.join(pools)}."
    yield Text(text, "label warn")

    number = parsed(count)
    columns: list[Column] = [
        ("query", "query_id"),
        ("source", "source"),
        ("quota", "quota", number),
        ("given", "n_new", number),
        ("missing", "shortfall", number),
        ("read", "depth", number),
    ]
    caption = "Turns whose ranking ended before its quota; read: the papers in the ranking."
    yield Fold("Every dry turn", [list_grid("Dry turns", caption, columns, turns)])


def _list_overlap(path: str | Path) -> Iterator[Part]:
    """Yield how many of their first papers every two sources have in common."""
    found = read_records(path, Overlap)
    if not found:
        return

    pairs = sorted(found, key=lambda pair: (-pair.mean_common_top_25, pair.source_a, pair.source_b))
    least, most = PUBLISHED_OVERLAP
    n_alike = sum(least <= pair.mean_common_top_25 <= most for pair in found)
    yield Heading("Overlap", "pool-overlap")
    yield Text(
        "Papers in common among the first 25 of two sources, mean over queries: "
        f"{pairs[-1].mean_common_top_25:.1f} to {pairs[0].mean_common_top_25:.1f}. Mysore et al. "
        f"(2021, section 3) report {least} to {most} of theirs, as have {n_alike} of "
        f"{plural(len(pairs), 'pair')} here."
    )
    yield Drawing("Overlap of the sources", overlap_map(found), is_wide=True)

    caption = "Mean number of papers in common among the first 25 of two sources, the most first."
    columns = [("source", "source_a"), ("other source", "source_b")]
    columns += [("in common", "mean_common_top_25", decimal)]
    table = list_grid("Overlap of the sources, table", caption, columns, pairs)
    yield Fold("Every pair in numbers", [table])


def overlap_map(pairs: Sequence[Overlap]) -> HeatMap:
    """Return the common papers among the first 25 of every two sources, below the diagonal."""
    sources: list[str] = []
    for pair in pairs:
        for source in (pair.source_a, pair.source_b):
            if source not in sources:
                sources.append(source)

    cells = {}
    for pair in pairs:
        column, row = sorted((pair.source_a, pair.source_b), key=sources.index)
        title = f"{pair.source_a} and {pair.source_b}: {pair.mean_common_top_25:.2f} of 25"
        cells[row, column] = Cell(pair.mean_common_top_25, f"{pair.mean_common_top_25:.1f}", title)
    return HeatMap("overlap", "Papers in common", [Grid(sources[1:], sources[:-1], cells)])


def _list_fidelity(path: str | Path) -> Iterator[Part]:
    """Yield how many of the collection's candidates each source finds again."""
    yield Heading("Found again", "pool-fidelity")
    share = parsed(partial(percent, digits=1))
    number = parsed(count)
    caption = (
        "Share (%) of the collection's candidates of each source in our source's top 100; n is "
        "their number. With cited candidates 100% cannot be reached where each of a pool's carries "
        "the same copied list of sources, as in the release of Mysore et al. (2021)."
    )
    columns: list[Column] = [
        ("source", "source"),
        ("found again", "share_top_100", share),
        ("n", "n", number),
        ("found again", "share_top_100_all", share),
        ("n", "n_all", number),
    ]
    above = {"without the cited": 2, "with the cited": 2}
    yield list_grid("Found again", caption, columns, read_rows(path), above=above)
