"""The tables of SciSearch: both protocols beside the paper's figures, and what its protocol adds.

Source: SciSearch, Tables 2 to 4. Every figure stands under the name of its protocol; only
``honest`` ones can be compared with other systems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paperpool.evaluation.published import PublishedFigure
from paperpool.pages.paired_tests import (
    PairedCell,
    PairedGroup,
    is_significant,
    paired_cell,
    paired_table,
)
from paperpool.pages.score_tables import (
    Column,
    Row,
    ScoreTable,
    count_queries,
    find_best,
    find_marks,
    interval,
    letter_baselines,
    published_rows,
    score_cell,
    text_difference,
)
from paperpool.pages.scores import Comparison, Score
from paperpool.pages.wording import MEASURE_NAMES, MISSING, SLICE_NAMES, percent
from paperpool.scisearch.names import AS_PUBLISHED, HONEST, ranker_name

MEASURES = ("r_precision", "p@20", "recall@20", "ndcg%100", "ndcg%20")
"""The measures of the paper's tables, in their order."""

HEADLINE = ("all", "ndcg%20")
"""The slice and measure of the row of each model."""

TESTED = ("ndcg%20", "recall@20")
"""The measures of the paired tests."""

UNTRAINED = "none"
"""The loss of the paper's Table 2 in ``resources/published``."""

OWN_ENCODER = "its untrained encoder"
"""What every model is tested against."""

LOSS_TITLES = {
    "nll": "Negative log likelihood (Table 3)",
    "kl": "KL divergence to the spread grade (Table 4)",
    "kl-fitted": "KL divergence between two Gaussians (the paper's text; it has no table)",
}
"""The losses as headings; of the last the paper has the text, but no figures."""

PROTOCOL_TITLES = {
    AS_PUBLISHED: "as-published: training pairs are scored",
    HONEST: "honest: no query paper of the scored fold in training",
}

Published = Mapping[tuple[str, str, str, str], float]
"""The paper's figures by (loss, system, slice, measure)."""


@dataclass(frozen=True)
class Source:
    """What the tables are made of.

    ``names`` maps an encoder to the paper's name for it, where it has one; ``published`` is empty
    where the collection is not the released one.
    """

    scores: Sequence[Score]
    comparisons: Sequence[Comparison]
    encoders: Sequence[str]
    losses: Sequence[str]
    names: Mapping[str, str]
    published: Published

    @property
    def models(self) -> dict[str, tuple[str, str]]:
        """The models in the order of their rows: {ranker: (encoder, loss)}."""
        return {
            ranker_name(encoder, loss): (encoder, loss)
            for encoder in self.encoders
            for loss in self.losses
        }

    def score(self, protocol: str, ranker: str) -> Score | None:
        """Return a ranker's headline figure; None where there is none."""
        wanted = (protocol, "test", ranker, *HEADLINE)
        found = (
            s
            for s in self.scores
            if (s.protocol, s.split, s.ranker, s.slice, s.measure) == wanted and s.value is not None
        )
        return next(found, None)


@dataclass(frozen=True)
class ModelFigures:
    """A model's headline figures: both protocols, its encoder untrained (as honest), the paper's.

    ``test`` is honest against the untrained encoder.
    """

    name: str
    untrained: Score | None
    honest: Score | None
    as_published: Score | None
    published: float | None
    test: Comparison | None


@dataclass(frozen=True)
class ModelRow:
    """The same as text (×100).

    ``gain`` is honest minus the untrained encoder, with its paired test; ``inflation`` is
    as-published minus honest.
    """

    name: str
    untrained: str
    honest: str
    interval: str
    gain: PairedCell
    as_published: str
    inflation: str
    published: str


def model_figures(source: Source) -> list[ModelFigures]:
    """Return the headline figures of each model that has any."""
    tests = {
        (c.ranker, c.baseline): c
        for c in source.comparisons
        if (c.protocol, c.split, c.slice, c.measure) == (HONEST, "test", *HEADLINE)
    }
    figures = [
        ModelFigures(
            ranker,
            source.score(HONEST, encoder),
            source.score(HONEST, ranker),
            source.score(AS_PUBLISHED, ranker),
            source.published.get((loss, source.names.get(encoder, ""), *HEADLINE)),
            tests.get((ranker, encoder)),
        )
        for ranker, (encoder, loss) in source.models.items()
    ]
    return [f for f in figures if f.honest or f.as_published]


def model_row(figures: ModelFigures) -> ModelRow:
    """Return a model's headline figures as text."""
    untrained, honest, leaky = (
        percent(score and score.value)
        for score in (figures.untrained, figures.honest, figures.as_published)
    )
    both = figures.honest and figures.as_published
    return ModelRow(
        figures.name,
        untrained,
        honest,
        interval(figures.honest),
        paired_cell(figures.test),
        leaky,
        text_difference(leaky, honest) if both else MISSING,
        percent(figures.published),
    )


def count_changes(models: Sequence[ModelFigures]) -> tuple[int, int]:
    """Return how many models are significantly above their untrained encoder, and how many below.

    Of the headline figure, honest.
    """
    tests = [m.test for m in models if m.test is not None and is_significant(m.test)]
    above = sum(test.difference > 0 for test in tests)
    return above, len(tests) - above


def loss_table(source: Source, loss: str) -> ScoreTable:
    """Return the table of one loss: its models under each protocol, then the paper's other systems.

    The best figure of a column is marked within its protocol, where there are several. The paper's
    figures stand beside ``as-published``, whose protocol is theirs.
    """
    models = [ranker for ranker, (_, of) in source.models.items() if of == loss]
    return _table(source, models, PROTOCOL_TITLES, loss)


def untrained_table(source: Source) -> ScoreTable:
    """Return Table 2: the untrained encoders, measured as under ``honest``, as the paper's are."""
    return _table(source, source.encoders, {HONEST: "cosine of the same vectors"}, UNTRAINED)


def _table(
    source: Source, rankers: Sequence[str], titles: Mapping[str, str], loss: str
) -> ScoreTable:
    """Return a table whose groups are the protocols of ``titles``, rows in the order given."""
    shown = {
        (s.protocol, s.ranker, s.slice, s.measure): s
        for s in source.scores
        if s.split == "test" and s.ranker in rankers and s.measure in MEASURES
    }
    slices = [name for name in SLICE_NAMES if any(key[2] == name for key in shown)]
    columns = [(name, measure) for name in slices for measure in MEASURES]
    groups = {}
    for protocol, title in titles.items():
        of_group = [r for r in rankers if any(key[:2] == (protocol, r) for key in shown)]
        scores = {(r, *c): shown.get((protocol, r, *c)) for r in of_group for c in columns}
        beside = loss == UNTRAINED or protocol == AS_PUBLISHED
        if of_group:
            groups[title] = _rows(source, protocol, scores, columns, loss if beside else None)
    return ScoreTable(
        [MEASURE_NAMES[measure] for measure in MEASURES],
        [
            (
                SLICE_NAMES[name],
                count_queries(s for s in shown.values() if s.slice == name),
            )
            for name in slices
        ],
        groups,
        _other_rows(source, columns, loss),
    )


def _rows(
    source: Source,
    protocol: str,
    scores: Mapping[tuple[str, str, str], Score | None],
    columns: Sequence[Column],
    loss: str | None,
) -> list[Row]:
    """Return a row per ranker of ``scores``, beside the paper's figures of ``loss`` where given."""
    # there is no best where there is but one to choose
    best = {c: find_best((s for k, s in scores.items() if k[1:] == c), at_least=2) for c in columns}
    marks = find_marks(source.comparisons, source.encoders, protocol, "test")
    letters = letter_baselines(source.encoders)
    rows = []
    for ranker in dict.fromkeys(key[0] for key in scores):
        encoder = source.models.get(ranker, (ranker, ""))[0]
        cells = []
        for column in columns:
            score = scores[ranker, *column]
            if score is not None:
                system = source.names.get(encoder, "")
                published = source.published.get((loss or "", system, *column))
                score = replace(score, published=published)
            cell = score_cell(score, best[column], marks.get((ranker, *column), ()))
            with_interval = interval(score) if column == HEADLINE else ""
            cells.append(replace(cell, interval=with_interval))
        rows.append(Row(ranker, cells, letters.get(ranker, "")))
    return rows


def _other_rows(source: Source, columns: Sequence[Column], loss: str) -> list[Row]:
    """Return the paper's systems that the run has no encoder for, with its figures."""
    own = {source.names.get(encoder) for encoder in source.encoders}
    systems: dict[str, dict[Column, PublishedFigure]] = {}
    for (of, system, *column), value in source.published.items():
        if of == loss and system not in own:
            systems.setdefault(system, {})[tuple(column)] = PublishedFigure(value)
    return published_rows(systems, columns)


def model_tests(source: Source, protocol: str) -> list[PairedGroup]:
    """Return the paired tests of every model against its own encoder, a group per slice."""
    models = source.models
    own = [
        replace(c, baseline=OWN_ENCODER)
        for c in source.comparisons
        if c.ranker in models and models[c.ranker][0] == c.baseline
    ]
    return paired_table(own, OWN_ENCODER, protocol, TESTED)
