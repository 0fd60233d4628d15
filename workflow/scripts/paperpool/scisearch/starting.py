"""How the networks begin: at random, as the authors', or where the encoder's own ranking is kept.

With few query papers to learn from, a random start is not undone: the encoder's geometry is lost.
On CSFCube's release honest trainings that begin at random rank at chance level, those that begin at
the identity at the encoder's (docs/scisearch.md has the figures).
"""

from __future__ import annotations

import numpy as np
import torch

from paperpool.scisearch.networks import N_GRADES, Reranker
from paperpool.scisearch.splits import TrainingData


def start_at_identity(reranker: Reranker, data: TrainingData) -> None:
    """Let ``reranker`` rank as the dot product of its inputs does, and predict the usual grades.

    FTNN's layers become the identity, the first over the mean length of the training vectors, so
    that tanh hardly bends what passes. SRNN's logit of grade k is the logarithm of its share of
    the training pairs, plus k times the standardised dot product: the expected grade rises with it.
    """
    lengths = np.linalg.norm(data.inputs.reshape(-1, reranker.dimensions), axis=1)
    counts = np.bincount(data.grades, minlength=N_GRADES) + 1  # a grade may not occur
    with torch.no_grad():
        for layer, scale in ((reranker.ftnn[0], 1 / lengths.mean()), (reranker.ftnn[2], 1.0)):
            assert isinstance(layer, torch.nn.Linear)
            layer.weight.copy_(torch.eye(reranker.dimensions) * float(scale))
            layer.bias.zero_()
        products = reranker.relevance(torch.from_numpy(data.inputs))
        spread = products.std(correction=0).clamp_min(1e-6)
        grades = torch.arange(N_GRADES, dtype=torch.float32)
        shares = torch.from_numpy(np.log(counts / counts.sum())).float()
        reranker.srnn.weight.copy_((grades / spread)[:, None])
        reranker.srnn.bias.copy_(shares - grades * products.mean() / spread)
