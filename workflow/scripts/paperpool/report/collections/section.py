"""What the report's section on other people's collections is filled with: a part for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.benchmarks.collections import BENCHMARK, TREC_EVAL
from paperpool.evaluation.pool_bias import find_warnings, read_pool_bias
from paperpool.io.files import read_json
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.front import make_front
from paperpool.pages.headline import best_first
from paperpool.pages.paired_tests import paired_table
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_cells import letter_baselines
from paperpool.pages.score_tables import RowGroup, TableSource, score_table
from paperpool.pages.scores import read_comparisons, read_scores
from paperpool.rankers.registry import group_rankers


@dataclass(frozen=True)
class CollectionFiles:
    """The files of the collections by name, and what they were scored by.

    ``checks`` have what was found in rankings from outside; ``kinds`` are those of all rankers, in
    the configuration's order, ``baselines`` those that each collection has.
    """

    metrics: Mapping[str, str | Path]
    significance: Mapping[str, str | Path]
    pool_bias: Mapping[str, str | Path]
    summaries: Mapping[str, str | Path]
    kinds: Mapping[str, str]
    baselines: Mapping[str, Sequence[str]]
    confidence: float
    checks: Mapping[str, str | Path]


def collect_files(**values: Any) -> CollectionFiles:
    """Return the files and settings of the section from those of its job."""
    return CollectionFiles(**values)


def build_section(run: RunLabel, files: CollectionFiles) -> Fragment:
    """Return the section."""
    content = make_collections_section(files)
    html = render_section(Path(__file__).parents[1], "collections", content)
    fronts = [
        make_front(part["benchmark"], part["scores"], f"collection-{name}")
        for name, part in content["parts"].items()
    ]
    links = [("collections", BENCHMARK.title)]
    return Fragment(html, links, fronts=fronts)


def make_collections_section(files: CollectionFiles) -> dict[str, Any]:
    """Return what ``collections/section.html.jinja`` needs."""
    return {
        "parts": {name: _make_part(name, files) for name in files.metrics},
        "confidence": f"{100 * files.confidence:g}%",
    }


def _make_part(name: str, files: CollectionFiles) -> dict[str, Any]:
    scores = read_scores(files.metrics[name])
    benchmark, baselines = describe_collection(name, scores), files.baselines[name]
    comparisons = best_first(
        read_comparisons(files.significance[name]), scores, benchmark.headline, attrgetter("ranker")
    )
    groups = {
        title: RowGroup(TREC_EVAL, best_first(rankers, scores, benchmark.headline))
        for title, rankers in group_rankers(files.kinds).items()
    }
    [split] = benchmark.splits
    source = TableSource(benchmark, scores, comparisons, baselines)
    bias = read_pool_bias(files.pool_bias[name])
    return {
        "benchmark": benchmark,
        "scores": scores,
        "n_rankers": len({score.ranker for score in scores}),
        "split": split,
        "table": score_table(source, groups, split, list(benchmark.measure_titles), {}),
        "letters": letter_baselines(baselines),
        "tested": list(benchmark.tested),
        "tests": {
            baseline: _tests(comparisons, baseline, benchmark, split) for baseline in baselines
        },
        "bias": bias,
        "warnings": find_warnings(bias, split),
        "summary": read_json(files.summaries[name]),
        "checks": read_json(files.checks[name]),
    }


def _tests(comparisons, baseline: str, benchmark: Benchmark, split: str):
    tested, slices = benchmark.tested, benchmark.slices
    return paired_table(comparisons, baseline, TREC_EVAL, tested, slices, split)
