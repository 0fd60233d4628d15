"""A small run of SciSearch, written as its stage writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paperpool.benchmarks.csfcube import BENCHMARK as CSFCUBE
from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.tables import METRIC_COLUMNS, SIGNIFICANCE_COLUMNS
from paperpool.io import tables
from paperpool.io.files import write_text
from paperpool.workflow.report.scisearch import section
from paperpool.workflow.report.scisearch.section import ScisearchFiles
from paperpool.workflow.scisearch.names import MODELS, PROTOCOLS, ranker_name
from paperpool.workflow.scisearch.tables import (
    ACCURACY_COLUMNS,
    CHOICE_COLUMNS,
    CONFUSION_COLUMNS,
    EXAMPLE_COLUMNS,
    HISTORY_COLUMNS,
    PREDICTIONS,
)

from .folders import write_lines
from .one_section import make_report
from .tables import write_frame

FACETS = default_scheme().facet_names

ENCODERS = ("minilm", "tiny")
LOSSES = ("nll", "kl", "kl-fitted")
NAMES = {"minilm": "SPECTER", "tiny": None}
MODEL_NAMES = [ranker_name(encoder, loss) for encoder in ENCODERS for loss in LOSSES]
EVIL = "Veracity <script>alert('title')</script> & cues"
QUERIES = ("5052952_result", "10010426_method", "1_background")

VALUES = {"minilm": 0.4, "tiny": 0.3}
"""NDCG%20 of the untrained encoders."""

GAINS = {"nll": 0.01, "kl": 0.05, "kl-fitted": -0.02}
"""The gain of honest training; as-published adds 0.3 more."""


def score_rows() -> list[dict[str, Any]]:
    """Return metrics.csv: every measure of a ranker and protocol has one figure."""
    rows = []
    for protocol in PROTOCOLS:
        for slice_name in CSFCUBE.slices:
            for encoder, untrained in VALUES.items():
                gains = {encoder: 0.0} | {ranker_name(encoder, k): g for k, g in GAINS.items()}
                for ranker, gain in gains.items():
                    leak = 0.3 if protocol == "as-published" and ranker != encoder else 0.0
                    value = untrained + gain + leak
                    rows += [
                        dict.fromkeys(METRIC_COLUMNS, "")
                        | {"benchmark": "scisearch", "protocol": protocol, "split": "test"}
                        | {"ranker": ranker, "slice": slice_name, "metric": measure, "value": value}
                        | {"ci_low": value - 0.05, "ci_high": value + 0.06}
                        | {"n_runs": 1, "n_queries": 13}
                        for measure in CSFCUBE.measure_titles
                    ]
    return rows


def significance_rows() -> list[tuple]:
    """Return significance.csv: of the losses, only kl differs, and only on minilm."""
    return [
        ("scisearch", protocol, "test", slice_name, measure, ranker_name(encoder, loss), encoder)
        + (13, gain, gain - 0.03, gain + 0.04, 0.004, p)
        for protocol in PROTOCOLS
        for slice_name in CSFCUBE.slices
        for measure in CSFCUBE.measure_titles
        for encoder in ENCODERS
        for loss, gain in GAINS.items()
        for p in [0.012 if (encoder, loss) == ("minilm", "kl") else 0.4]
    ]


def history_rows(trained: bool = True) -> list[tuple]:
    """Return history.csv: as-published has 6 epochs, fold 1 is best in its 2nd, fold 2 untrained.

    Unless ``trained``, no model is.
    """
    rows = []
    for model in MODELS:
        n_epochs = {None: 6, 1: 3, 2: 0}[model.fold] if trained else 0
        if not n_epochs:
            rows.append((model.name, 0, *[None] * 4, 1, 0))
        for epoch in range(1, n_epochs + 1):
            loss = 1.0 / epoch if model.fold is None else abs(epoch - 2) + 0.5
            rows.append((model.name, epoch, 1.2 / epoch, 0.5, loss, epoch / 10, 2, 7))
    return rows


def prediction_rows(facet: str) -> list[tuple]:
    """Return the predictions of a facet: candidates 1 and 2 of each query, of grades 0 and 3.

    Honest predicts grade 0 with 40% and grade 1 with 60% for both, as-published the true grade.
    """
    rows = []
    for model in MODELS:
        for query in QUERIES:
            paper, _, of = query.partition("_")
            if of != facet or model.fold == 2:
                continue
            for rank, (candidate, grade) in enumerate((("1", 0), ("2", 3)), 1):
                sure = [float(grade == g) for g in range(4)]
                says = [0.4, 0.6, 0.0, 0.0] if model.fold else sure
                expected = sum(g * p for g, p in enumerate(says))
                rows.append(
                    (model.protocol, model.fold, paper, facet, candidate, grade)
                    + (*says, expected, rank)
                )
    return rows


CLAIMS = ("false negative", "true positive")


def example_rows() -> list[tuple]:
    """Return examples.csv: two documents; the second's grade differs from the paper's."""
    documents = [
        ("context-dependence", "result", "5052952", "17025981", 2, *CLAIMS),
        ("mechanistic", "method", "10010426", "6541910", 1, *CLAIMS),
    ]
    ranks = {"honest": (31, 22), "as-published": (31, 2)}
    return [
        (*document, protocol, ranker, rank, 105 + (protocol == "as-published"), None, 1)
        for document in documents
        for protocol, (untrained, trained) in ranks.items()
        for ranker, rank in [(e, untrained) for e in ENCODERS] + [(m, trained) for m in MODEL_NAMES]
    ]


def accuracy_rows() -> list[tuple]:
    """Return accuracy.csv: of every model, over all facets alone."""
    return [
        (protocol, model, "all", 0.25, sd, 3 if sd else 1, 600.0, 0.75)
        for protocol in PROTOCOLS
        for model in MODEL_NAMES
        for sd in [0.015 if model == "minilm-kl" else None]
    ]


def confusion_rows() -> list[tuple]:
    """Return confusion.csv: each grade is predicted as the next one; grade 3 has no pair."""
    return [
        (protocol, model, "all", grade, told, 10.0 * (told == grade + 1), share)
        for protocol in PROTOCOLS
        for model in MODEL_NAMES
        for grade in range(4)
        for told in range(4)
        for share in [None if grade == 3 else float(told == grade + 1)]
    ]


def write_run(folder: Path, root: Path) -> ScisearchFiles:
    """Write every file of the section, and return them; ``root`` is that of the repository."""
    histories, predictions = ({model: {} for model in MODEL_NAMES} for _ in range(2))
    for model in MODEL_NAMES:
        for facet in FACETS:
            place = folder / f"{model}-{facet}"
            histories[model][facet] = write_frame(
                place.with_suffix(".csv"), HISTORY_COLUMNS, history_rows(facet != "background")
            )
            table = predictions[model][facet] = place.with_suffix(".parquet")
            tables.write_rows(table, prediction_rows(facet), PREDICTIONS)
    per_query = [
        ("scisearch", "honest", "test", "minilm", "all", query, "ndcg%20", 0.5) for query in QUERIES
    ]
    tables.write_rows(folder / "per_query.parquet", per_query, tables.PER_QUERY)
    write_text(folder / "released.txt", "".join(f"{query}\n" for query in QUERIES))
    texts = {"abstract": ["A."], "pred_labels": ["other"]}
    titles = {"5052952": EVIL, "17025981": "Time series of rumours"}
    papers = [{"paper_id": i, "title": title, **texts} for i, title in titles.items()]
    write_lines(folder / "abstracts.jsonl", papers)
    files = {
        "metrics": (METRIC_COLUMNS, score_rows()),
        "significance": (SIGNIFICANCE_COLUMNS, significance_rows()),
        "examples": (EXAMPLE_COLUMNS, example_rows()),
        "choices": (CHOICE_COLUMNS, []),
        "accuracy": (ACCURACY_COLUMNS, accuracy_rows()),
        "confusion": (CONFUSION_COLUMNS, confusion_rows()),
    }
    return ScisearchFiles(
        **{name: write_frame(folder / f"{name}.csv", *table) for name, table in files.items()},
        per_query=folder / "per_query.parquet",
        abstracts=folder / "abstracts.jsonl",
        published=root / "workflow/scripts/paperpool/resources/published/scisearch.csv",
        released_queries=folder / "released.txt",
        histories=histories,
        predictions=predictions,
        encoders=ENCODERS,
        losses=LOSSES,
        published_names=NAMES,
        target_sd=0.7978845608,
        start="random",
        preset="paper",
        seeds=1,
        patience=4,
        candidate="facet",
        oversampling="smote",
        confidence=0.95,
    )


def make_page(folder: Path, files: ScisearchFiles | None) -> str:
    """Return the run's report with this section alone."""
    return make_report(folder, section, files)
