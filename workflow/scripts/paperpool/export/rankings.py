"""The runs of a collection as they are exported, from the files that the rankers' rules wrote.

Scores of MDCR's pairs and of other people's collections stay as they are, in trec_eval's order;
CSFCube-style runs count down the ranks (``trec.count_down``).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.collections.collection import Collection, pair_name
from paperpool.collections.facets import FOLDS
from paperpool.evaluation.pair_scores import Scores, pair_key
from paperpool.evaluation.runs import read_run
from paperpool.export.exported import WHOLE, RankedRun, Ranking
from paperpool.export.trec import count_down, order_as_trec_eval
from paperpool.io.files import read_json

CSFCUBE_SPLITS = (WHOLE, *FOLDS)
"""The splits of CSFCube's BEIR folder; a fold's topics are those of its slice ``all``."""


def read_csfcube_rankings(runs: Mapping[str, str | Path]) -> Iterator[RankedRun]:
    """Yield the run of each name of a CSFCube-style collection, a query's own paper left out."""
    for name, path in runs.items():
        pairs = sorted(read_run(path).items(), key=lambda item: pair_name(*item[0]))
        counted = ((pair, count_down(i for i, _ in run if i != pair[0])) for pair, run in pairs)
        yield WHOLE, name, ((pair_name(*pair), ranking) for pair, ranking in counted)


def read_mdcr_rankings(
    collection: Collection, scores: Mapping[str, Mapping[str, str | Path]]
) -> Iterator[RankedRun]:
    """Yield the run of each ranker of each split from its file of scores (see ``pair_scores``)."""
    for split, of_split in scores.items():
        for name, path in of_split.items():
            yield split, name, _order_pairs(collection, split, read_json(path))


def _order_pairs(
    collection: Collection, split: str, scores: Scores
) -> Iterator[tuple[str, Ranking]]:
    names = collection.topic_names()
    for pair in sorted(collection.folds["all"][split], key=lambda pair: names[pair]):
        judged = collection.judgments[pair].candidates
        yield names[pair], order_as_trec_eval((i, scores[pair_key(pair[0], i)]) for i in judged)


def read_other_rankings(split: str, runs: Mapping[str, str | Path]) -> Iterator[RankedRun]:
    """Yield the run of each name from its table, whose queries are the topics' ids."""
    for name, path in runs.items():
        topics = sorted(read_run(path).items())
        yield split, name, ((topic, order_as_trec_eval(rows)) for (topic, _), rows in topics)
