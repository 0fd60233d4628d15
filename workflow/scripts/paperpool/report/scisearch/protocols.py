"""The protocols of SciSearch, in words."""

from markupsafe import Markup

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.pages.section import Fold, Text
from paperpool.pages.wording import count, share
from paperpool.scisearch.measures import CHOSEN_BY


def explain_protocols(scored: int, seen: int, oversampling: str, *, has_ensembles: bool) -> Fold:
    """Return texts on the two protocols and the ensembles.

    As-published scores so many pairs, and has ``seen`` so many of them in training.
    """
    trained = f": {count(seen)} of the {count(scored)} scored pairs ({share(seen, scored)}) were "
    trained += "trained on as they are"
    trained += " (in this run without synthetic ones)" * (oversampling == "none")
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
    texts = [published, honest, *[ensemble] * has_ensembles]
    return Fold("What as-published and honest are", list(map(Text, texts)))
