"""The measures of each protocol: CSFCube's official ones, but for the authors' R-precision.

Source: the authors' code, with the NDCG, P@20 and R@20 of CSFCube's script and the true
R-precision; the baselines of their Table 2 have the script's.
"""

from paperpool.collections.collection import Collection
from paperpool.csfcube.evaluation import grade_ranking
from paperpool.evaluation.csfcube_measures import OFFICIAL, Measure, r_precision
from paperpool.evaluation.runs import Run
from paperpool.workflow.scisearch.names import AS_PUBLISHED, HONEST

MEASURES: dict[str, dict[str, Measure]] = {
    AS_PUBLISHED: {**OFFICIAL, "r_precision": r_precision},
    HONEST: OFFICIAL,
}

CHOSEN_BY = "ndcg%100"
"""The measure by which the authors' notebooks compare encoders before an ensemble is built."""


def score_pair(
    run: Run, pair: tuple[str, str], collection: Collection, protocol: str
) -> list[float]:
    """Return every measure of ``protocol`` for one (query, facet) pair."""
    grades = grade_ranking(run, pair, collection, with_query=protocol == AS_PUBLISHED)
    return [measure(*grades, collection.relevant_gain) for measure in MEASURES[protocol].values()]
