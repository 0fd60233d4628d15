"""What the report's section on SciSearch is filled with.

Source: SciSearch, Tables 2 to 4, Figures 1 and 2, Appendix D; as-published and honest figures stay
apart, each under its name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.csfcube_release import ABSTRACTS, read_papers
from paperpool.collections.facets import FACETS, RELEVANT_GRADE
from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.evaluation.published import is_released_collection, read_figures
from paperpool.pages.charts.lines import LineChart
from paperpool.pages.fragments import Fragment, render_section
from paperpool.pages.front import make_front
from paperpool.pages.reads import Reads
from paperpool.pages.results import ResultFiles
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import read_query_ids
from paperpool.pages.wording import plural
from paperpool.report.scisearch import charts
from paperpool.report.scisearch.files import (
    History,
    count_scored,
    read_examples,
    read_history,
    read_predictions,
)
from paperpool.report.scisearch.grades_tables import (
    confusion_map,
    read_accuracies,
    read_choices,
    read_confusion,
)
from paperpool.report.scisearch.tables import (
    LOSS_TITLES,
    ModelFigures,
    Source,
    count_changes,
    loss_table,
    model_figures,
    model_row,
    model_tests,
    untrained_table,
)
from paperpool.resources import shipped
from paperpool.scisearch.measures import CHOSEN_BY
from paperpool.scisearch.names import (
    AS_PUBLISHED,
    HONEST,
    PROTOCOLS,
    ranker_groups,
    ranker_name,
)
from paperpool.scisearch.targets import fit_gaussian, spread_grades


@dataclass(frozen=True)
class ScisearchFiles:
    """The files and settings of the section.

    ``histories`` and ``predictions``, those of each first training, are by ranker and facet;
    ``examples`` are the ranks of the documents of Appendix D, ``abstracts`` has their titles.
    ``choices`` are those of the ensembles, ``accuracy`` and ``confusion`` of the grades. ``preset``
    names the settings, with what was set otherwise.
    Published figures are shown where the scored queries are the ``released_queries``;
    ``published_names`` maps an encoder to its name in ``published``, or None. ``target_sd`` is in
    grades.
    """

    metrics: str | Path
    per_query: str | Path
    significance: str | Path
    examples: str | Path
    abstracts: str | Path
    published: str | Path
    released_queries: str | Path
    histories: Mapping[str, Mapping[str, str | Path]]
    predictions: Mapping[str, Mapping[str, str | Path]]
    choices: str | Path
    accuracy: str | Path
    confusion: str | Path
    encoders: Sequence[str]
    losses: Sequence[str]
    published_names: Mapping[str, str | None]
    candidate: str
    oversampling: str
    target_sd: float
    start: str
    patience: int
    preset: str
    seeds: int
    confidence: float


BY_FACET = (
    "“By facet” is an encoder before SciSearch trains on it: it reads the sentences of the facet, "
    "where the ranker of that name reads title and abstract."
)
"""Why an encoder has two figures: CSFCube has that of the whole text."""

collect_files = ScisearchFiles
"""Makes the files and settings of the section from those of its job."""


def reads(run: Any) -> Reads:
    """Return the files and settings of the section, of each ranker those of its first training."""
    scisearch, settings = run.scisearch, run.settings.scisearch
    rankers = [ranker_name(one, loss) for one in settings.encoders for loss in settings.losses]
    models, steps = f"{scisearch.below}/models", f"{scisearch.below}/steps/predictions"
    tables = [name for name in scisearch.tables if name != "ensembles"]
    files = {
        **scisearch.csv(*tables),
        "choices": f"{scisearch.below}/ensembles.csv",
        "per_query": f"{scisearch.below}/per_query.parquet",
        "histories": {
            ranker: {facet: f"{models}/{ranker}/{facet}/history.csv" for facet in FACETS}
            for ranker in rankers
        },
        "predictions": {
            ranker: {facet: f"{steps}/{ranker}/{facet}.parquet" for facet in FACETS}
            for ranker in rankers
        },
        "abstracts": f"{run.csfcube.collection}/{ABSTRACTS}",
        "published": run.published("scisearch"),
        "released_queries": shipped("published/csfcube_queries.txt"),
    }
    keys = ("losses", "candidate", "oversampling", "target_sd", "start", "patience", "seeds")
    return Reads(
        files,
        {
            **{key: settings[key] for key in keys},
            "preset": scisearch.preset,
            "encoders": list(settings.encoders),
            "published_names": scisearch.published_names,
            "confidence": run.settings.evaluation.confidence,
        },
    )


def build_section(run: RunLabel, files: ScisearchFiles) -> Fragment:
    """Return the section."""
    content = make_scisearch_section(files)
    links = [
        ("scisearch", BENCHMARK.title),
        ("scisearch-tables", "Tables"),
        ("scisearch-models", "Models"),
    ]
    html = render_section(Path(__file__).parents[1], "scisearch", content)
    untrained = ranker_groups(files.encoders, files.losses)
    scores = [
        replace(s, ranker=f"{s.ranker}, by facet") if s.ranker in untrained else s
        for s in content["scores"]
    ]
    front = replace(make_front(BENCHMARK, scores, "scisearch"), note=BY_FACET)
    return Fragment(html, links, fronts=[front])


def make_scisearch_section(files: ScisearchFiles) -> dict[str, Any]:
    """Return what ``scisearch/section.html.jinja`` needs."""
    released = is_released_collection(files.released_queries, read_query_ids(files.per_query))
    source = read_source(files, released)
    models = model_figures(source)
    histories = {
        ranker: {facet: read_history(files.histories[ranker][facet]) for facet in FACETS}
        for ranker in source.trained
    }
    best = find_best(models)
    network = find_best([model for model in models if model.name in histories])
    return {
        "scores": source.figures.scores,
        "n_models": len(models),
        "n_queries": max((m.honest.n_queries for m in models if m.honest), default=0),
        "comparable": released,
        "confidence": f"{100 * files.confidence:g}%",
        "patience": files.patience,
        "oversampling": files.oversampling,
        "candidate": files.candidate,
        "start": files.start,
        "preset": files.preset,
        "n_trainings": files.seeds,
        "best": best,
        "network": network,
        "changes": count_changes(models),
        "lost": lose_to_encoders(models),
        "rows": [model_row(figures) for figures in models],
        "inflation": charts.inflation_chart(models, files.confidence),
        "seen": _count_seen(files, histories),
        "letters": source.figures.letters,
        "untrained": untrained_table(source),
        "tables": {
            loss: (LOSS_TITLES[loss], loss_table(source, loss))
            for loss in dict.fromkeys(loss for _, loss in source.models.values())
        },
        "choices": read_choices(files.choices),
        "chosen_by": BENCHMARK.measure_titles[CHOSEN_BY],
        "accuracies": read_accuracies(files.accuracy),
        "confusion": confusion_map(read_confusion(files.confusion, network.name), network.name)
        if network
        else None,
        "tests": {
            p: model_tests(source, p, files.confidence, f"{p}, preset {files.preset}")
            for p in reversed(PROTOCOLS)
        },
        "target_sd": files.target_sd,
        "targets": _target_chart(files.target_sd),
        "predicted": _predicted_chart(files, network.name) if network else None,
        "documents": read_examples(files.examples),
        "titles": _read_titles(files),
        "depth": CUTOFF,
        "relevant_grade": RELEVANT_GRADE,
        "encoder_of": {ranker: encoder for ranker, (encoder, _) in source.models.items()},
        "curves": {
            ranker: charts.training_curves(of_model, f"scisearch-curves-{number}")
            for number, (ranker, of_model) in enumerate(histories.items())
        },
    }


def read_source(files: ScisearchFiles, released: bool) -> Source:
    """Return what the tables are made of; nothing is published for another collection."""
    tables = ResultFiles(
        metrics=files.metrics,
        significance=files.significance,
        baselines=list(ranker_groups(files.encoders, files.losses)),
        confidence=files.confidence,
        published_names={one: name for one, name in files.published_names.items() if name},
    )
    figures = tables.read(
        BENCHMARK, read_figures(files.published) if released else [], BENCHMARK.name
    )
    return Source(figures, files.encoders, files.losses)


def find_best(models: Sequence[ModelFigures]) -> ModelFigures | None:
    """Return the model with the highest honest figure; None without any."""
    honest = [(-m.honest.known, m.name, m) for m in models if m.honest]
    return min(honest, key=lambda one: one[:2])[2] if honest else None


def lose_to_encoders(models: Sequence[ModelFigures]) -> bool:
    """Say whether every model that can be compared is below its untrained encoder, and any is."""
    compared = [(m.honest, m.untrained) for m in models if m.honest and m.untrained]
    return bool(compared) and all(h.known < u.known for h, u in compared)


def _count_seen(
    files: ScisearchFiles, histories: Mapping[str, Mapping[str, History]]
) -> tuple[int, int]:
    """Return how many pairs as-published scores, and how many of them it was trained on.

    Means over the models, whose splits differ.
    """
    scored = seen = 0
    for ranker, of_model in histories.items():
        for facet, history in of_model.items():
            scored += count_scored(files.predictions[ranker][facet], AS_PUBLISHED)
            seen += history[AS_PUBLISHED][0].n_pairs if AS_PUBLISHED in history else 0
    n = max(1, len(histories))
    return round(scored / n), round(seen / n)


def _target_chart(sd: float) -> LineChart:
    """Return Figure 1: what a model learns, around each true grade."""
    label = "target probability"
    panels = [
        charts.grade_panel(label, f"True grade {grade}", grade, row.tolist(), grade, sd)
        for grade, row in enumerate(spread_grades(sd))
    ]
    return LineChart("scisearch-targets", f"{label} of each grade", [panels], 2.7)


def _predicted_chart(files: ScisearchFiles, ranker: str) -> LineChart:
    """Return Figure 2: what a model predicts, honest."""
    label = "mean probability"
    panels = []
    for p in read_predictions([files.predictions[ranker][facet] for facet in FACETS], HONEST):
        title = f"True grade {p.grade}: {plural(p.n_pairs, 'pair')}"
        told = p.probabilities.tolist()
        fitted = fit_gaussian(p.probabilities)
        panels.append(charts.grade_panel(label, title, p.grade, told, *fitted))
    return LineChart("scisearch-predicted", f"{label} of each grade", [panels], 2.7)


def _read_titles(files: ScisearchFiles) -> dict[str, str]:
    """Return the title of every paper of the collection."""
    return {paper_id: paper.title for paper_id, paper in read_papers(files.abstracts).items()}
