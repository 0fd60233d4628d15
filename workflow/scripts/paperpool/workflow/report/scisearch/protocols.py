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
    trained = f": {count(seen)} of the {count(scored)} scored pairs ({share(seen, scored)}) were "
    trained += "trained on as they are"
    trained += " (in this run without synthetic ones)" * (not has_synthetic)
    published = Markup(
        "<strong>as-published</strong> is the authors' code: it makes synthetic pairs of the rarer "
        "grades (SMOTE) from all pairs, splits all at random into 40% for training, 15% for "
        "validation and a rest, and scores <em>all</em> real pairs{}. Ties stay in file order; RP "
        "is the true R-precision."
    ).format(trained * bool(seen))
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
    texts = [published, honest, ensemble] if has_ensembles else [published, honest]
    return Fold("What as-published and honest are", list(map(Text, texts)))


def count_seen(
    predictions: Mapping[str, Mapping[str, str | Path]],
    histories: Mapping[str, Mapping[str, History]],
) -> tuple[int, int]:
    """Return how many pairs as-published scores, and how many of them it was trained on.

    Means over the models, whose splits differ. ``predictions`` and ``histories`` are by ranker and
    facet.
    """
    scored, seen, where = 0, 0, [("protocol", "=", AS_PUBLISHED)]
    for ranker, of_model in histories.items():
        for facet, history in of_model.items():
            path = predictions[ranker][facet]
            scored += read_table(path, columns=[], filters=where).num_rows
            seen += history[AS_PUBLISHED][0].n_pairs if AS_PUBLISHED in history else 0
    n = max(1, len(histories))
    return round(scored / n), round(seen / n)
