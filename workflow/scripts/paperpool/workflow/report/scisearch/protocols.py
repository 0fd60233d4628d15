"""SciSearch's two protocols in words, and the scored pairs that one of them was trained on."""

from collections.abc import Mapping
from pathlib import Path

from markupsafe import Markup

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.io.parquet_files import read_table
from paperpool.pages.section import Fold, Text
from paperpool.pages.wording import count, share
from paperpool.workflow.report.scisearch.charts import History
from paperpool.workflow.scisearch.measures import CHOSEN_BY
from paperpool.workflow.scisearch.names import AS_PUBLISHED


def explain_protocols(scored: int, seen: int, *, has_synthetic: bool, has_ensembles: bool) -> Fold:
    """Return texts on the two protocols, and on ensembles if there are some.

    As-published scores so many pairs, and has ``seen`` so many of them in training.
    """
    trained = ""
    if seen:
        trained = (
            f": {count(seen)} of the {count(scored)} scored pairs ({share(seen, scored)}) were "
            "trained on as they are"
        )
        if not has_synthetic:
            trained += " (in this run without synthetic ones)"

    published = Markup(
        "<strong>as-published</strong> is the authors' code: it makes synthetic pairs of the rarer "
        "grades (SMOTE) from all pairs, splits all at random into 40% for training, 15% for "
        "validation and a rest, and scores <em>all</em> real pairs{}. Ties stay in file order; RP "
        "is the true R-precision."
    ).format(trained)
    honest = Markup(
        "<strong>honest</strong> scores each of two folds of queries by networks that saw no pair "
        "of its query papers, makes synthetic pairs of training pairs alone, keeps the weights of "
        "the lowest validation loss, and ranks by the expected grade, ties by id; its measures are "
        "CSFCube's official ones."
    )
    ensemble = Markup(
        "An <strong>ensemble</strong> ranks each facet by one encoder: as-published by that of its "
        "highest {}, honest by the best on queries outside the scored fold. "
        "<code>ensemble-any-loss</code>, ours, chooses the loss too; <code>ensemble</code> is of "
        "untrained encoders."
    ).format(BENCHMARK.measure_titles[CHOSEN_BY])
    texts = [Text(published), Text(honest)]
    if has_ensembles:
        texts.append(Text(ensemble))
    return Fold("What as-published and honest are", texts)


def count_seen(
    predictions: Mapping[str, Mapping[str, str | Path]],
    histories: Mapping[str, Mapping[str, History]],
) -> tuple[int, int]:
    """Return how many pairs as-published scores, and how many of them it was trained on.

    Means over the models, whose splits differ. ``predictions`` and ``histories`` are by ranker and
    facet.
    """
    scored = 0
    seen = 0
    filters = [("protocol", "=", AS_PUBLISHED)]
    for ranker, by_facet in histories.items():
        for facet, history in by_facet.items():
            scored += read_table(predictions[ranker][facet], columns=[], filters=filters).num_rows
            if AS_PUBLISHED in history:
                seen += history[AS_PUBLISHED][0].n_pairs
    n_models = max(1, len(histories))
    return round(scored / n_models), round(seen / n_models)
