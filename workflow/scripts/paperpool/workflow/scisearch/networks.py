"""The networks above the encoder: FTNN, SRNN and the re-ranker of both.

Source: SciSearch, section 5.2. FTNN, shared by query and candidate, is two linear layers, each
followed by tanh. SRNN maps the dot product of its two outputs to a logit for each grade.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from paperpool.errors import Problem, UserError
from paperpool.io.files import writing
from paperpool.models.number_checks import check_weights
from paperpool.workflow.scisearch.names import N_GRADES

_FACTS = "reranker"


class Reranker(nn.Module):
    """FTNN and SRNN: the log-probability of each grade for pairs of vectors."""

    def __init__(self, dimensions: int):
        super().__init__()
        self.dimensions = dimensions
        self.ftnn = nn.Sequential(
            nn.Linear(dimensions, dimensions),
            nn.Tanh(),
            nn.Linear(dimensions, dimensions),
            nn.Tanh(),
        )
        self.srnn = nn.Linear(1, N_GRADES)

    def forward(self, pairs: Tensor) -> Tensor:
        """Return the log-probabilities, shape (n, grades), of pairs of shape (n, 2 dimensions)."""
        return torch.log_softmax(self.srnn(self.relevance(pairs)), dim=1)

    def relevance(self, pairs: Tensor) -> Tensor:
        """Return the dot product of FTNN's outputs for query and candidate, shape (n, 1)."""
        query, candidate = self.ftnn(pairs.view(-1, 2, self.dimensions)).unbind(1)
        return (query * candidate).sum(dim=1, keepdim=True)

    def probabilities(self, pairs: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the probability of each grade, shape (n, grades), of pairs (n, 2 dimensions)."""
        with torch.inference_mode():
            logs = self(torch.from_numpy(pairs).to(self.srnn.weight.device))
            return logs.cpu().double().exp().numpy()


def make_reranker(dimensions: int, seed: int) -> Reranker:
    """Return an untrained re-ranker with torch's default initial weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Reranker(dimensions)


def expected_grades(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean grade of distributions over the grades, shape (n, grades)."""
    return probabilities @ np.arange(N_GRADES)


def save_reranker(path: str | Path, reranker: Reranker, facts: dict[str, Any]) -> None:
    """Write a checkpoint (safetensors) with ``facts`` (JSON types) about its training.

    Equal weights and facts give equal bytes. Raises UserError for weights of NaN, as a training
    that diverged leaves them.
    """
    check_weights(reranker.state_dict(), f"re-ranker {str(path)!r}")
    metadata = {_FACTS: json.dumps(facts, sort_keys=True)}
    with writing(path) as part:
        # save_file would leave a file of its own where the process is killed
        part.write_bytes(save(reranker.state_dict(), metadata))


def load_reranker(path: str | Path) -> tuple[Reranker, dict[str, Any]]:
    """Load a re-ranker and its facts; raise UserError for another file, and weights of NaN."""
    try:
        with safe_open(path, framework="pt") as file:
            facts = json.loads((file.metadata() or {})[_FACTS])
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        reranker = Reranker(weights["ftnn.0.weight"].shape[0])
        reranker.load_state_dict(weights)
    except (OSError, SafetensorError, KeyError, ValueError, RuntimeError) as error:
        message = f"The file is not a checkpoint of a re-ranker: {error}."
        hint = "The scisearch stage writes checkpoints below scisearch/models/."
        raise UserError(Problem(message, str(path), hint)) from error

    check_weights(weights, str(path))
    return reranker, facts
