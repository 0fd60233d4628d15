"""The report's section on SciSearch.

Source: SciSearch, Tables 2 to 4, Figures 1 and 2, Appendix D; as-published and honest scores stay
apart, each under its name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.published import read_comparable_scores
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.headline import make_headline_card
from paperpool.pages.results import ResultTables
from paperpool.pages.run_info import RunLabel
from paperpool.pages.score_parts import list_letters, show_table
from paperpool.pages.scores import read_query_ids
from paperpool.pages.section import Drawing, Facts, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import plural
from paperpool.workflow.report.scisearch import charts, tables
from paperpool.workflow.report.scisearch.charts import History
from paperpool.workflow.report.scisearch.documents import list_documents
from paperpool.workflow.report.scisearch.grades import (
    list_accuracy,
    list_choices,
    list_distributions,
)
from paperpool.workflow.report.scisearch.protocols import count_seen, explain_protocols
from paperpool.workflow.report.scisearch.tables import ModelScores, Source
from paperpool.workflow.scisearch.names import (
    ENSEMBLE,
    PROTOCOLS,
    ranker_groups,
)


@dataclass(frozen=True)
class ScisearchFiles(ResultTables):
    """The files and settings of the section.

    ``histories`` and ``predictions``, those of each first training, are by ranker and facet;
    ``examples`` are the ranks of the documents of Appendix D, ``abstracts`` has their titles;
    ``choices`` are those of the ensembles. Published scores are shown if the scored queries are the
    ``released_queries``; ``published_names`` maps an encoder to its optional name in ``published``.
    ``target_sd`` is in grades. The ``baselines`` follow from ``encoders`` and ``losses``.
    """

    baselines: Sequence[str] = field(default=(), kw_only=True)
    per_query: str | Path
    examples: str | Path
    abstracts: str | Path
    released_queries: str | Path
    histories: Mapping[str, Mapping[str, str | Path]]
    predictions: Mapping[str, Mapping[str, str | Path]]
    choices: str | Path
    accuracy: str | Path
    confusion: str | Path
    encoders: Sequence[str]
    losses: Sequence[str]
    candidate: str
    oversampling: str
    target_sd: float
    start: str
    patience: int
    preset: str
    seeds: int


BY_FACET = (
    "“By facet” is the untrained encoder on the sentences of the facet; the ranker of that name "
    "reads title and abstract."
)
"""The note on an encoder's two scores: CSFCube has that of the whole text."""


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the sections of a run's files and settings, and the card of the headline score."""
    inputs = ScisearchFiles(**files, **settings)
    source = read_source(inputs)
    results = source.results

    # of an encoder's two scores, that on the sentences of a facet is not CSFCube's
    by_facet = {name: f"{name}, by facet" for name in results.baselines}
    scores = []
    for score in results.scores:
        scores.append(replace(score, ranker=by_facet.get(score.ranker, score.ranker)))
    places = []
    for place in results.places:
        places.append(replace(place, ranker=by_facet.get(place.ranker, place.ranker)))
    card = make_headline_card(BENCHMARK, scores, "scisearch", places, BY_FACET)
    return make_fragment(list_sections(inputs, source), cards=[card])


def read_source(files: ScisearchFiles) -> Source:
    """Return the inputs of the tables, without published scores for another collection."""
    queries = read_query_ids(files.per_query)
    printed = read_comparable_scores(files.published, files.released_queries, queries)
    baselines = list(ranker_groups(files.encoders, files.losses))
    names = {encoder: name for encoder, name in files.published_names.items() if name}
    named = replace(files, baselines=baselines, published_names=names)
    results = named.read(BENCHMARK, printed, BENCHMARK.name)
    return Source(results, files.encoders, files.losses, files.preset)


def list_sections(files: ScisearchFiles, source: Source) -> Iterator[Section]:
    """Yield the effect of the protocol, the tables by loss, and the facts of the models."""
    models = tables.model_scores(source)
    histories: dict[str, dict[str, History]] = {}
    for ranker, (encoder, _) in source.models.items():
        if encoder != ENSEMBLE:
            histories[ranker] = {}
            for facet in default_scheme().facet_names:
                history = charts.read_history(files.histories[ranker][facet])
                histories[ranker][facet] = history

    scored, seen = count_seen(files.predictions, histories)
    explained = explain_protocols(
        scored,
        seen,
        has_synthetic=files.oversampling != "none",
        has_ensembles=len(files.encoders) > 1,
    )
    parts = list(_open(files, source, models))
    parts.append(explained)
    yield Section("scisearch", "SciSearch: a trained re-ranker", parts, link=BENCHMARK.title)

    parts = list(_list_tables(source))
    yield Section("scisearch-tables", "SciSearch: tables", parts, "broad dense", "Tables")

    # an ensemble has no network of its own
    best = find_best([model for model in models if model.name in histories])
    network = best.name if best else ""
    words = f"Preset {source.preset}"
    parts = list(list_choices(files.choices, words))
    parts += list_accuracy(files.accuracy, files.confusion, network, words, files.oversampling)
    parts += list_distributions(files.target_sd, files.predictions, network)
    parts += list_documents(files.examples, files.abstracts, source.models, words)
    parts += _list_trainings(files, histories, network)
    yield Section("scisearch-models", "SciSearch: models", parts, link="Models")


def _open(files: ScisearchFiles, source: Source, models: Sequence[ModelScores]) -> Iterator[Part]:
    """Yield how models are trained, and each of them under both protocols."""
    yield Text(
        "Two linear layers on vectors of a frozen encoder give each candidate a probability of "
        "each grade. A model is an encoder and a loss, with networks for each facet. All scores "
        f"are ×100; a candidate is relevant from grade {default_scheme().relevant}."
    )
    trainings = "1 (others would differ by some points)"
    if files.seeds > 1:
        trainings = f"{files.seeds} (means ± standard deviation)"
    yield Facts(
        {
            "Preset": files.preset,
            "Trainings": trainings,
            "Candidates by": "the facet" if files.candidate == "facet" else "the whole abstract",
            "Networks begin": "at random" if files.start == "random" else "as the encoder ranks",
        }
    )
    warning = Markup(
        "Only <strong>honest</strong> scores may be compared with those of other systems: "
        "<strong>as-published</strong> ones, and the paper's, are measured on training pairs."
    )
    yield Text(warning, "label warn")
    if not source.results.published:
        text = "The queries are not those of the release, so no published score can be compared."
        yield Text(text)
    if not models:
        yield Text("This run has no scores here.")
        return

    above, below = tables.count_changes(models)
    n_models = plural(len(models), "model")
    yield Text(
        f"Honest, significantly above the untrained encoder: {above} of {n_models}; below: {below}."
    )
    if lose_to_encoders(models):
        text = "Every trained model ranks worse than its untrained encoder: use the encoder"
        if files.start == "random":
            text += ", or set scisearch.start to identity"
        yield Text(f"{text}.", "label warn")

    label = "NDCG%20 of each model, honest and as-published"
    yield Drawing(label, charts.inflation_chart(models, files.confidence), is_wide=True)
    yield tables.model_table(source, models, find_best(models))


def _list_tables(source: Source) -> Iterator[Part]:
    """Yield the scores of each loss, of the untrained encoders, and the paired tests."""
    best = (
        "Tests are against the own untrained encoder; the best of a protocol is bold. NDCG%20 "
        f"over all queries has its {100 * source.results.confidence:g}% bootstrap interval."
    )
    yield from list_letters(source.results, best)

    for loss in dict.fromkeys(loss for _, loss in source.models.values()):
        yield Heading(tables.LOSS_TITLES[loss], f"scisearch-{loss}")
        yield show_table(tables.loss_table(source, loss))

    yield Heading("Untrained encoders (Table 2)", "scisearch-none")
    yield show_table(tables.untrained_table(source))
    if source.results.published:
        text = (
            "Two printed R@20 of Table 2 (and CSFCube's) must be misprints: 2.89 of SENTBERT-NLI "
            "for method (about 29), 34.83 of SUSIMCSE-BERT over all (38.34)."
        )
        yield Text(text, "sources")

    for protocol in reversed(PROTOCOLS):
        tests = tables.model_tests(source, protocol)
        if tests.rows:
            yield Fold(f"Paired tests against the untrained encoder, {protocol}", [tests])


def _list_trainings(
    files: ScisearchFiles, histories: Mapping[str, Mapping[str, History]], network: str
) -> Iterator[Part]:
    """Yield the training of each model, that of the best honest one open."""
    yield Heading("Training", "scisearch-curves")
    yield Text(
        "Loss (logarithmic) and accuracy on the validation pairs by epoch, of the first training; "
        "a dot marks the kept weights. As-published, validation pairs are random, and training "
        "stops at an accuracy of 95% on the training pairs or when the loss has risen "
        f"{files.patience} times in a row; honest, they are of query papers put aside."
    )
    for number, (ranker, by_facet) in enumerate(histories.items()):
        chart = charts.training_curves(by_facet, f"scisearch-curves-{number}")
        drawing = Drawing(f"Training of {ranker}", chart, is_wide=True)
        yield Fold(ranker, [drawing], is_open=ranker == network)


def find_best(models: Sequence[ModelScores]) -> ModelScores | None:
    """Return the first model with an honest score, if any: ``model_scores`` has the best first."""
    for model in models:
        if model.honest:
            return model
    return None


def lose_to_encoders(models: Sequence[ModelScores]) -> bool:
    """Return whether all comparable models, at least one, are below their untrained encoders."""
    is_below = []
    for model in models:
        if model.honest and model.untrained:
            is_below.append(model.honest.known < model.untrained.known)
    return bool(is_below) and all(is_below)
