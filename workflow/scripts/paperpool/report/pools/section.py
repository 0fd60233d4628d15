"""The report's section on candidate pools."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.io.csv_rows import read_records, read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Column, list_grid, parsed
from paperpool.pages.reads import Reads
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Drawing, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import count, decimal, percent, plural
from paperpool.report.pools.charts import overlap_map, pool_sizes, pool_sources
from paperpool.report.pools.tables import (
    PUBLISHED_OVERLAP,
    Overlap,
    PoolSizes,
    SourceCount,
    order_pairs,
    read_candidates,
    read_pool_sizes,
    read_quotas,
    read_sizes,
)


@dataclass(frozen=True)
class PoolFiles:
    """The files of the pools section; without a collection's own pools there is no ``fidelity``."""

    candidates: str | Path
    turns: str | Path
    sources: str | Path
    sizes: str | Path
    overlap: str | Path
    fidelity: str | Path | None = None


collect_files = PoolFiles
"""Makes the files of the section from those of its job."""


def reads(run: Any) -> Reads:
    """Return the files of the section."""
    return Reads(run.pools.tables)


def build_section(run: RunLabel, files: PoolFiles) -> Fragment:
    """Return the section and its clause of the page's sentence."""
    sizes = read_sizes(files.sizes)
    parts = [*_open(files, sizes), *_list_sources(files), *_list_overlap(files.overlap)]
    parts += _list_fidelity(files.fidelity) if files.fidelity else []
    pooled, queries = plural(sizes.n_candidates, "candidate"), plural(sizes.n_queries, "query")
    section = Section("pools", "Candidate pools", parts, link="Pools")
    return make_fragment([section], f"{pooled} pooled for {queries}")


def _open(files: PoolFiles, sizes: PoolSizes) -> Iterator[Part]:
    """Yield the sources of pools, and their sizes."""
    fates = read_candidates(files.candidates)
    yield Text(
        f"Pools are drawn from {plural(fates['candidate'], 'paper')} of "
        f"{count(sum(fates.values()))} readable ones: those that the filter keeps, but "
        f"{count(fates['no_abstract'])} without an abstract."
    )
    drawn = (
        "The candidates of each query: every paper of the corpus that it cites, then from each "
        "ranked source, in an order shuffled by query, its quota of papers that are not in the "
        "pool yet. "
    )
    if not sizes.n_queries:
        yield Text(f"{drawn}No query has a pool.")
        return
    quotas = [f"{quota} for {plural(n, 'query')}" for quota, n in read_quotas(files.turns)]
    yield Text(
        f"{drawn}{plural(sizes.n_queries, 'query')} {'has' if sizes.n_queries == 1 else 'have'} "
        f"{plural(sizes.n_candidates, 'candidate')}: {sizes.smallest:.0f} in the smallest pool, "
        f"{sizes.mean:.1f} on average, {sizes.largest:.0f} in the largest."
        + (f" The quota is {', '.join(quotas)}." if quotas else "")
    )
    yield Drawing("Sizes of the pools", pool_sizes(read_pool_sizes(files.turns)))


def _list_sources(files: PoolFiles) -> Iterator[Part]:
    """Yield the candidates of each source, and rankings that ended before their quota."""
    sources = read_records(files.sources, SourceCount)
    dry = [row for row in read_rows(files.turns) if row["dry"] == "True"]
    yield Heading("Sources", "pool-sources")
    yield Text(
        "A source holds a candidate that stands in its ranking down to where it was read; a "
        "candidate may be held by several, and one of them gave it."
    )
    yield Drawing("Candidates by source", pool_sources(sources))
    keys = {"held alone": "n_unique", "dry": "n_dry", "missing": "shortfall"}
    yield list_grid(
        "Candidates by source, table",
        "Candidates of all pools by source; dry are the pools in which its ranking ended before "
        "its quota was filled, missing the papers that it lacked there.",
        [("source", "source"), *_counts(given="n_drawn", held="n_held", **keys)],
        sources,
    )
    if not dry:
        if sources:
            yield Text("No source ran dry: every quota was filled.")
        return
    missing = plural(sum(int(row["shortfall"]) for row in dry), "paper")
    named = [f"{row.source} in {plural(row.n_dry, 'pool')}" for row in sources if row.n_dry]
    text = f"{plural(len(dry), 'turn')} ran dry, {missing} missing: {', '.join(named)}."
    yield Text(text, "label warn")
    columns = _counts(quota="quota", given="n_new", missing="shortfall", read="depth")
    caption = (
        "Turns whose ranking ended before the quota was filled; read is the number of papers in "
        "the ranking."
    )
    columns = [("query", "query_id"), ("source", "source"), *columns]
    table = list_grid("Dry turns", caption, columns, dry)
    yield Fold("Every dry turn", [table])


def _counts(**keys: str) -> list[Column]:
    """Return columns of counts by their titles."""
    return [(title, key, parsed(count)) for title, key in keys.items()]


def _list_overlap(path: str | Path) -> Iterator[Part]:
    """Yield how many of their first papers every two sources have in common."""
    found = read_records(path, Overlap)
    if not found:
        return
    pairs, (least, most) = order_pairs(found), PUBLISHED_OVERLAP
    n_alike = sum(least <= pair.mean_common_top_25 <= most for pair in found)
    yield Heading("Overlap", "pool-overlap")
    yield Text(
        "How many papers the first 25 of two sources have in common, averaged over the queries: "
        f"from {pairs[-1].mean_common_top_25:.1f} to {pairs[0].mean_common_top_25:.1f}. CSFCube "
        f"(section 3) reports {least} to {most}; {n_alike} of the {plural(len(pairs), 'pair')} "
        f"here {'lies' if n_alike == 1 else 'lie'} within that."
    )
    yield Drawing("Overlap of the sources", overlap_map(found), is_wide=True)
    caption = (
        "Mean number of papers that the first 25 of two sources have in common, the most first."
    )
    columns = [("source", "source_a"), ("other source", "source_b")]
    columns += [("in common", "mean_common_top_25", decimal)]
    table = list_grid("Overlap of the sources, table", caption, columns, pairs)
    yield Fold("Every pair in figures", [table])


def _list_fidelity(path: str | Path) -> Iterator[Part]:
    """Yield how many of the collection's candidates each source finds again."""
    yield Heading("Found again", "pool-fidelity")
    yield Text(
        "The collection's own pools say which sources found each candidate. Of these, how many "
        "does our source of the same name rank in its top 100 on this corpus? The first figures "
        "leave cited candidates out. The second count them too; with CSFCube's release they "
        "cannot reach 100%, since every cited candidate of a released pool carries one and the "
        "same copied list of sources, whichever of them found it."
    )
    share, n = parsed(partial(percent, digits=1)), parsed(count)
    yield list_grid(
        "Found again",
        "Share of the collection's candidates of each source in our top 100, in %; n is their "
        "number.",
        [
            ("source", "source"),
            *(("found again", "share_top_100", share), ("n", "n", n)),
            *(("found again", "share_top_100_all", share), ("n", "n_all", n)),
        ],
        read_rows(path),
        above={"without the cited": 2, "with the cited": 2},
    )
