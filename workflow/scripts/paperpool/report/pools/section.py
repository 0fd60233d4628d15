"""What the report's section on candidate pools is filled with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.run_info import RunLabel
from paperpool.pages.wording import plural
from paperpool.report.pools.charts import overlap_map, pool_sizes, pool_sources
from paperpool.report.pools.tables import (
    PUBLISHED_OVERLAP,
    order_pairs,
    read_candidates,
    read_dry_turns,
    read_fidelity,
    read_overlap,
    read_pool_sizes,
    read_quotas,
    read_sizes,
    read_sources,
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


def build_section(run: RunLabel, files: PoolFiles) -> Fragment:
    """Return the section and its clause of the page's sentence."""
    content = make_pools_section(files)
    candidates = plural(content["sizes"].n_candidates, "candidate")
    queries = plural(content["sizes"].n_queries, "query")
    html = render_section(Path(__file__).parents[1], "pools", content)
    return Fragment(html, [("pools", "Pools")], f"{candidates} pooled for {queries}")


def make_pools_section(files: PoolFiles) -> dict[str, Any]:
    """Return what ``pools/section.html.jinja`` needs."""
    sizes = read_pool_sizes(files.turns)
    sources = read_sources(files.sources)
    overlap = read_overlap(files.overlap)
    low, high = PUBLISHED_OVERLAP
    return {
        "candidates": read_candidates(files.candidates),
        "sizes": read_sizes(files.sizes),
        "sizes_figure": pool_sizes(sizes),
        "quotas": read_quotas(files.turns),
        "sources": sources,
        "sources_figure": pool_sources(sources),
        "dry": read_dry_turns(files.turns),
        "overlap": order_pairs(overlap),
        "overlap_figure": overlap_map(overlap),
        "n_as_published": sum(low <= pair.n_common <= high for pair in overlap),
        "published_overlap": PUBLISHED_OVERLAP,
        "fidelity": read_fidelity(files.fidelity) if files.fidelity else [],
    }
