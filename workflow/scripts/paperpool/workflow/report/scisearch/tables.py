"""The tables of SciSearch: both protocols beside the paper's scores.

Source: SciSearch, Tables 2 to 4. Only ``honest`` scores can be compared with other systems.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.pages.grid import Grid, list_grid, numbers
from paperpool.pages.paired_tests import paired_cells, paired_grid
from paperpool.pages.results import PublishedScores, Results
from paperpool.pages.score_table import (
    RowGroup,
    score_cell,
    score_table,
    slice_columns,
    text_difference,
)
from paperpool.pages.score_table import interval as write_interval
from paperpool.pages.scores import Comparison, Score, is_significant
from paperpool.pages.wording import MISSING, percent, plural
from paperpool.workflow.scisearch.names import (
    ANY_LOSS,
    AS_PUBLISHED,
    HONEST,
    ranker_parts,
    split_name,
)

HEADLINE = (BENCHMARK.headline.split, BENCHMARK.headline.slice, BENCHMARK.headline.measure)
"""The column of the row of each model."""

OWN_ENCODER = "its untrained encoder"
"""The baselines of every model."""

LOSS_TITLES = {
    "nll": "Negative log likelihood (Table 3)",
    "kl": "KL divergence to the spread grade (Table 4)",
    "kl-fitted": "KL divergence between two Gaussians (the paper's text; it has no table)",
    ANY_LOSS: "The loss chosen for each facet, too (ours)",
}
"""The losses as headings. Table 4 is printed by the authors' notebook of ``kl``."""

PROTOCOL_TITLES = {
    AS_PUBLISHED: "as-published: training pairs are scored",
    HONEST: "honest: no query paper of the scored fold in training",
}


@dataclass(frozen=True)
class Source:
    """The inputs of the tables: the scores, the trainings, and the preset.

    The names of ``results`` map an encoder to the paper's name for it, if it has one; its published
    scores are empty unless the collection is the released one.
    """

    results: Results
    encoders: Sequence[str]
    losses: Sequence[str]
    preset: str

    @property
    def models(self) -> dict[str, tuple[str, str]]:
        """The models in the order of their rows: {ranker: (encoder, loss)}; ensembles are last."""
        return ranker_parts(self.encoders, self.losses)

    def score(self, protocol: str, ranker: str) -> Score | None:
        """Return a ranker's headline score, if it has one."""
        found = self.results.cells.get((protocol, ranker, HEADLINE))
        if found is None or found.value is None:
            return None
        return found

    def printed(self, loss: str) -> PublishedScores:
        """Return the paper's scores of trainings with ``loss``, by system; "" is no loss."""
        printed = {}
        for system, cells in self.results.published.items():
            encoder, system_loss = split_name(system)
            if system_loss == loss:
                printed[encoder] = cells
        return printed


@dataclass(frozen=True)
class ModelScores:
    """A model's headline scores: both protocols, its encoder untrained (as honest), the paper's.

    ``test`` is honest against the untrained encoder.
    """

    name: str
    untrained: Score | None
    honest: Score | None
    as_published: Score | None
    published: float | None
    test: Comparison | None


def model_scores(source: Source) -> list[ModelScores]:
    """Return the headline scores of each model that has any, the best honest one first."""
    tests = {}
    for test in source.results.comparisons:
        cell = (test.split, test.slice, test.measure)
        if test.protocol == HONEST and cell == HEADLINE:
            tests[test.ranker, test.baseline] = test

    models = []
    for ranker, (encoder, loss) in source.models.items():
        honest = source.score(HONEST, ranker)
        as_published = source.score(AS_PUBLISHED, ranker)
        if honest is None and as_published is None:
            continue
        system = source.results.names.get(encoder) or ""
        printed = source.printed(loss).get(system, {}).get(HEADLINE)
        model = ModelScores(
            name=ranker,
            untrained=source.score(HONEST, encoder),
            honest=honest,
            as_published=as_published,
            published=None if printed is None else printed.value,
            test=tests.get((ranker, encoder)),
        )
        models.append(model)
    return source.results.best_first(models, attrgetter("name"))


def text_inflation(model: ModelScores) -> str:
    """Return as-published minus honest (×100), as rounded scores have it."""
    if model.honest is None or model.as_published is None:
        return MISSING
    return text_difference(percent(model.as_published.value), percent(model.honest.value))


def model_table(source: Source, models: Sequence[ModelScores], best: ModelScores | None) -> Grid:
    """Return the headline score of each model under both protocols, the ``best`` one bold."""
    rows = []
    for model in models:
        untrained = MISSING
        if model.untrained is not None:
            untrained = percent(model.untrained.value)
        honest = replace(score_cell(model.honest), bold=model is best)
        difference, ends, _, holm = paired_cells(model.test)
        row = [model.name, untrained, honest, write_interval(model.honest) or MISSING]
        row += [difference, ends.text, holm]
        row += [score_cell(model.as_published), text_inflation(model), percent(model.published)]
        rows.append(row)

    n_queries = max((model.honest.n_queries for model in models if model.honest), default=0)
    caption = (
        f"Preset {source.preset}, NDCG%20 (×100) over {plural(n_queries, 'query')}. Gain is honest "
        f"minus untrained, with its {100 * source.results.confidence:g}% paired bootstrap "
        "interval and p of a paired permutation test after Holm's correction over the losses of an "
        "encoder, bold below 0.05. Inflation is as-published minus honest."
    )
    names = ["untrained", "value", "interval", "gain", "interval of the gain", "Holm p"]
    columns = [("model", 0), *numbers([*names, "value", "inflation", "paper"])]
    above = {"honest": 5, "as-published": 2, "": 1}
    label = "Each model, honest and as-published"
    return list_grid(label, caption, columns, rows, "scores", above)


def count_changes(models: Sequence[ModelScores]) -> tuple[int, int]:
    """Count the models significantly above, and below, their untrained encoders (honest)."""
    tests = [model.test for model in models if model.test and is_significant(model.test)]
    above = sum(test.difference is not None and test.difference > 0 for test in tests)
    return above, len(tests) - above


def loss_table(source: Source, loss: str) -> Grid:
    """Return the table of one loss: its models under each protocol, then the paper's other systems.

    The best score of a column is marked within its protocol, if there are several. The paper's
    scores stand beside ``as-published``, whose protocol is theirs.
    """
    models = {}
    for ranker, (encoder, model_loss) in source.models.items():
        if model_loss == loss:
            models[ranker] = encoder
    caption = f"Preset {source.preset}, loss {loss} (×100), a group of rows per protocol."
    if source.printed(loss):
        caption += " Below an as-published score, the paper's and the difference from it."
    words = (caption, f"Scores, loss {loss}")
    return _table(source, models, PROTOCOL_TITLES, loss, AS_PUBLISHED, words)


def untrained_table(source: Source) -> Grid:
    """Return Table 2: the untrained encoders, measured as under ``honest``; last their ensemble."""
    encoders = {encoder: encoder for encoder in source.results.baselines}
    caption = f"Preset {source.preset}: cosine of the models' input vectors (×100)."
    if source.results.published:
        caption += (
            " Below, the paper's score and the difference: CSFCube's baselines by the most similar "
            "sentences (SPECTER: title and abstract), ours by one vector each."
        )
    titles = {HONEST: "cosine of the vectors"}
    words = (caption, "Scores of untrained encoders")
    return _table(source, encoders, titles, "", HONEST, words)


def _table(
    source: Source,
    encoders: Mapping[str, str],
    titles: Mapping[str, str],
    loss: str,
    printed_protocol: str,
    words: tuple[str, str],
) -> Grid:
    """Return a table with a group per protocol of ``titles`` and a row for each ranker.

    ``encoders`` are by ranker; printed scores of ``loss`` stand beside those of
    ``printed_protocol``.
    """
    printed = source.printed(loss)
    names = source.results.names
    scores = []
    for score in source.results.scores:
        if score.ranker in encoders and score.protocol == printed_protocol:
            system = names.get(encoders[score.ranker]) or ""
            cell = printed.get(system, {}).get((score.split, score.slice, score.measure))
            if cell is not None:
                score = replace(score, published=cell.value)
        scores.append(score)
    results = replace(source.results, scores=scores)

    rankers = source.results.best_first(encoders)
    groups = {title: RowGroup(protocol, rankers) for protocol, title in titles.items()}
    others = {system: cells for system, cells in printed.items() if system not in names.values()}
    measures = [measure.name for measure in BENCHMARK.measures]
    # there is no best where there is but one to choose
    columns = slice_columns(results, groups.values(), "test", measures)
    return score_table(
        results, groups, columns, words, others, with_intervals={HEADLINE}, at_least=2
    )


def model_tests(source: Source, protocol: str) -> Grid:
    """Return the paired tests of every model against its own encoder, a group per slice."""
    models = source.models
    tests = []
    for test in source.results.comparisons:
        if test.ranker in models:
            encoder, _ = models[test.ranker]
            if test.baseline == encoder:
                tests.append(replace(test, baseline=OWN_ENCODER))
    return paired_grid(
        replace(source.results, comparisons=tests),
        OWN_ENCODER,
        protocol,
        f"Paired tests, {protocol}",
        rankers=source.results.best_first(models),
        what=f"{protocol}, preset {source.preset}",
        unit="an encoder, a slice",
    )
