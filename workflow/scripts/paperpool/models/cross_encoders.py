"""Cross-encoders: one pass over query and candidate together gives their score."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.models.cached_model import CachedModel
from paperpool.models.loading import whole_weights
from paperpool.models.number_checks import check_outputs
from paperpool.models.precision import choose_device
from paperpool.models.prompts import find_prompts


class PairScorer(CachedModel):
    """Scores pairs of texts with a sequence classifier of one logit, through the cache."""

    unit = "pairs"

    @cached_property
    def prompts(self) -> dict[str, str]:
        """The prompts as set; the model itself puts its own instruction before a pair."""
        return find_prompts(self._folder, self._settings.model, self._settings.prompts or {})

    def _load(self):
        import torch
        from sentence_transformers import CrossEncoder

        with whole_weights(self._folder):
            model = CrossEncoder(
                str(self._folder),
                device=choose_device(),
                trust_remote_code=False,
                model_kwargs={"dtype": self._dtype()},
                max_length=self._settings.max_tokens,
                activation_fn=torch.nn.Identity(),  # a sigmoid would make high scores equal
            )
        if model.num_labels != 1:
            message = f"The model has {model.num_labels} outputs, a cross-encoder has one."
            raise UserError(
                Problem(message, f"model {self._settings.model!r}", "Name another one.")
            )
        return model

    def score(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return the score of each (query text, candidate text), higher is better."""
        query_prompt = self.prompts["query"]
        document_prompt = self.prompts["document"]
        prompted = [[query_prompt + query, document_prompt + found] for query, found in pairs]
        rows = self._compute(prompted)
        if not rows:
            return np.zeros(0, np.float32)
        return np.concatenate(rows)[:, 0]

    def _compute_block(self, pairs: list[list[str]]) -> NDArray[np.float32]:
        scores = self._loaded().predict(
            pairs,
            batch_size=self._settings.batch_size,
            show_progress_bar=False,
            convert_to_tensor=True,
        )
        rows = scores.float().cpu().numpy().reshape(-1, 1)
        check_outputs(rows, pairs, self._settings.model)
        return rows
