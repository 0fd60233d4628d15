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
    told = (
        f": {count(seen)} of the {count(scored)} scored pairs ({share(seen, scored)}) were trained"
    )
    told += " on as they are" + " (in this run without synthetic ones)" * (oversampling == "none")
    published = Markup(
        "<strong>as-published</strong> is what the authors' code does: it makes synthetic pairs of "
        "the rarer grades (SMOTE) from all pairs, splits real and synthetic ones at random into "
        "40% for training, 15% for validation and a rest, and scores <em>all</em> real pairs{}. "
        "Candidates of equal predicted grade stay in file order; RP is the true R-precision."
    ).format(told * bool(seen))
    honest = Markup(
        "<strong>honest</strong> scores each of two folds of queries by networks that saw no pair "
        "of a query paper of that fold, makes synthetic pairs of training pairs alone, keeps the "
        "weights of the lowest validation loss, and ranks by the expected grade, ties by id; its "
        "measures are CSFCube's official ones."
    )
    ensemble = Markup(
        "An <strong>ensemble</strong> ranks each facet by one encoder: as-published by the one of "
        "the highest {} of the facet there, honest by the one that does best on queries whose "
        "papers are not in the scored fold. <code>ensemble-any-loss</code>, ours, chooses the loss "
        "too; <code>ensemble</code> is that of the encoders untrained."
    ).format(BENCHMARK.measure_titles[CHOSEN_BY])
    texts = [published, honest, *[ensemble] * has_ensembles]
    return Fold("What as-published and honest are", list(map(Text, texts)))
