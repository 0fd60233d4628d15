"""The table of unjudged candidates that rankings of the whole corpus found (``unjudged.csv``)."""

UNJUDGED_COLUMNS = [
    "query_id",
    "facet",
    "candidate_id",
    "weight",
    "best_rank",
    "rankers",
    "in_pool",
]

WEIGHED = 20
"""The depth of a ranking whose candidates are judged next: as deep as ndcg@20."""
