"""The contents of a small finished run: counts of its corpus, scores of its evaluation."""

from __future__ import annotations

from typing import Any

from paperpool.benchmarks.csfcube import BENCHMARK

GRAPH = {
    "citations": 1400, "limit": 2000, "papers": 117, "edges": 1300, "dated": 1300, "forward": 445,
    "own": 1, "components": 3, "largest_component": 115, "circles": 2, "in_circles": 5,
    "largest_circle": 3, "in_degrees": {"0": 115, "1": 1, "3": 1},
}  # fmt: skip

SUMMARY: dict[str, Any] = {
    "read": 1031,
    "quarantined": {"invalid_json": 1, "missing_key": 30},
    "readable": 1000,
    "kept": 117,
    "filters": {
        "mdcr": {
            "kept": 117,
            "kept_always": 2,
            "dropped": {"no_year": 13, "no_title": 0, "short_abstract": 499, "few_citations": 371},
        }
    },
    "shards": {
        "a.jsonl.gz": {
            "read": 531,
            "readable": 500,
            "quarantined": {"invalid_json": 1, "missing_key": 30},
        },
        "b.jsonl.gz": {"read": 500, "readable": 500, "quarantined": 0},
    },
}

BULK: dict[str, Any] = {
    "abstracts": {
        **{"read": 1200, "quarantined": {"invalid_json": 2, "wrong_type": 1}, "readable": 1197},
        **{"joined": 900, "repeated": 7, "without_paper": 290, "shards": {}},
    },
    "citations": {
        **{"read": 50_000, "quarantined": {}, "readable": 50_000},
        **{"joined": 41_000, "unresolved": 8000, "without_paper": 1000, "shards": {}},
    },
}
"""The counts of joined datasets in ``SUMMARY`` under ``bulk``, if any."""

PUBLISHED = {("bm25", "all", "ndcg%20"): 0.4606, ("bm25", "all", "map"): 0.3}

KINDS = {"bm25": "bm25", "minilm": "dense"}

TITLES = {"1": "First <script>alert('title')</script> $paper", "2": "Second paper", "3": "Third"}

QUERIES = ("1_background", "1_method", "2_method", "2_result", "3_result")

PER_QUERY = {
    "minilm": dict(zip(QUERIES, (0.9, 0.4, 0.5, 0.6, 0.7), strict=True)),
    "bm25": dict(zip(QUERIES, (0.5, 0.45, 0.2, 0.6, 0.3), strict=True)),
}


def metric_rows() -> list[dict[str, Any]]:
    """Return the rows of metrics.csv: every figure of bm25 0.4, of minilm 0.6, of dev 0.1 less."""
    return [
        {
            "benchmark": "csfcube",
            "protocol": protocol,
            "split": split,
            "ranker": ranker,
            "slice": slice_name,
            "metric": measure,
            "value": value - 0.1 * (split == "dev") + 0.05 * (protocol == "corrected"),
            "sd": "",
            "n_runs": 1,
            "ci_low": value - 0.05,
            "ci_high": value + 0.05,
            "n_queries": 5,
            "published": PUBLISHED.get((ranker, slice_name, measure), "")
            if (protocol, split) == ("official", "test")
            else "",
        }
        for protocol in ("official", "corrected")
        for split in ("dev", "test")
        for slice_name in BENCHMARK.slices
        for ranker, value in (("bm25", 0.4), ("minilm", 0.6))
        for measure in BENCHMARK.measure_titles
    ]
