"""Rank by what it costs to move the query's sentences to the candidate's: otAspire.

Source: Mysore, Cohan and Hope (2022), section 3.3. The cost between two sentences is their L2
distance.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.rankers.model_ranker import ContextRanker
from paperpool.rankers.ranker import Tools
from paperpool.rankers.scoring.context_distances import rank_by_distances
from paperpool.rankers.scoring.similarity import Matrix
from paperpool.rankers.scoring.transport import transport_costs, weigh_sentences


class OptimalTransport(ContextRanker):
    """The same as ts, but the cost of moving all of the facet's sentences to the candidate's,
    the nearer ones weighing more (otAspire).
    """

    def order(self, collection: Collection, tools: Tools) -> Run:
        encoder = self.load(ContextualEncoder, tools, layers=self.layers)
        return rank_by_distances(collection, encoder, _transport, tools.known)


def _transport(all_costs: Sequence[Matrix]) -> Sequence[float]:
    """Return the transport cost of every candidate; all are solved together, padded to one size."""
    n_columns = max(costs.shape[1] for costs in all_costs)
    padded = np.full((len(all_costs), len(all_costs[0]), n_columns), np.inf)
    for problem, costs in zip(padded, all_costs, strict=True):
        problem[:, : costs.shape[1]] = costs
    return transport_costs(padded, *weigh_sentences(padded)).tolist()
