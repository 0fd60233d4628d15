"""A plain BERT, computed without transformers, whose import costs a job five seconds.

Source: Devlin et al. 2019 ("BERT"). Steps and their order are those of transformers' ``BertModel``
with torch's scaled dot-product attention, so the vectors have the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from paperpool.io.files import load_json
from paperpool.models.loading import read_tensors
from paperpool.models.memory import recycling
from paperpool.models.number_checks import check_weights
from paperpool.models.precision import choose_device

if TYPE_CHECKING:  # slow to import
    import torch
    from torch import Tensor

_WEIGHTS = "model.safetensors"

_WANTED = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "position_embedding_type": "absolute",
    "is_decoder": False,
    "add_cross_attention": False,
    "auto_map": None,
    "quantization_config": None,
}
"""The values of these keys for a plain BERT, if present."""

_EMBEDDINGS = ("word_embeddings", "position_embeddings", "token_type_embeddings")

_MAPS = (
    "attention.self.query attention.self.key attention.self.value attention.output.dense "
    "attention.output.LayerNorm intermediate.dense output.dense output.LayerNorm"
).split()
"""The linear maps and norms of a layer."""

_UNUSED = ("pooler.dense.weight", "pooler.dense.bias", "embeddings.position_ids")


@dataclass(frozen=True)
class BertConfig:
    """The configuration of a plain BERT, by transformers' names."""

    hidden_size: int
    num_attention_heads: int
    num_hidden_layers: int
    max_position_embeddings: int
    layer_norm_eps: float
    vocab_size: int
    model_type: ClassVar[str] = "bert"


@dataclass(frozen=True)
class BertOutput:
    """The vectors of tokens of the last layer, shape (texts, tokens, dimensions).

    ``hidden_states``: those of the embeddings, then of every layer; None unless requested.
    """

    last_hidden_state: Tensor
    hidden_states: tuple[Tensor, ...] | None


class PlainBert:
    """A BERT for inference; with the used interface of transformers' ``BertModel``."""

    def __init__(self, config: BertConfig, weights: dict[str, Tensor]):
        self.config = config
        self._weights = weights
        self._recycle = recycling()

    @property
    def device(self) -> torch.device:
        """The device of its weights."""
        return self._weights["embeddings.word_embeddings.weight"].device

    def __call__(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        token_type_ids: Tensor | None = None,
        output_hidden_states: bool = False,
    ) -> BertOutput:
        """Return the vectors of tokens; ``input_ids`` and masks have the shape (texts, tokens)."""
        self._recycle()
        width = input_ids.shape[1]
        mask = None
        if not attention_mask.all():  # without a mask torch may take a faster way
            mask = attention_mask.bool()[:, None, None, :].expand(-1, 1, width, width)

        states = self._embed(input_ids, token_type_ids)
        hidden_states = [states] if output_hidden_states else []
        for layer in range(self.config.num_hidden_layers):
            states = self._apply_layer(f"encoder.layer.{layer}", states, mask)
            if output_hidden_states:
                hidden_states.append(states)
        return BertOutput(states, tuple(hidden_states) if output_hidden_states else None)

    def _embed(self, input_ids: Tensor, token_type_ids: Tensor | None) -> Tensor:
        import torch
        from torch.nn.functional import embedding

        words, positions, types = (
            self._weights[f"embeddings.{name}.weight"] for name in _EMBEDDINGS
        )
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        places = torch.arange(input_ids.shape[1], device=input_ids.device)[None]
        found = embedding(input_ids, words) + embedding(token_type_ids, types)
        return self._norm("embeddings.LayerNorm", found + embedding(places, positions))

    def _apply_layer(self, name: str, states: Tensor, mask: Tensor | None) -> Tensor:
        from torch.nn.functional import gelu

        attended = self._attend(f"{name}.attention", states, mask)
        inner = gelu(self._map(f"{name}.intermediate.dense", attended))
        outer = self._map(f"{name}.output.dense", inner)
        return self._norm(f"{name}.output.LayerNorm", outer + attended)

    def _attend(self, name: str, states: Tensor, mask: Tensor | None) -> Tensor:
        from torch.nn.functional import scaled_dot_product_attention

        size = self.config.hidden_size // self.config.num_attention_heads
        shape = (*states.shape[:-1], -1, size)
        query, key, value = (
            self._map(f"{name}.self.{part}", states).view(shape).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        found = scaled_dot_product_attention(query, key, value, attn_mask=mask, scale=size**-0.5)
        joined = found.transpose(1, 2).contiguous().reshape(states.shape)
        outer = self._map(f"{name}.output.dense", joined)
        return self._norm(f"{name}.output.LayerNorm", outer + states)

    def _map(self, name: str, states: Tensor) -> Tensor:
        from torch.nn.functional import linear

        return linear(states, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"])

    def _norm(self, name: str, states: Tensor) -> Tensor:
        from torch.nn.functional import layer_norm

        weight = self._weights[f"{name}.weight"]
        bias = self._weights[f"{name}.bias"]
        return layer_norm(states, weight.shape, weight, bias, self.config.layer_norm_eps)


def load_plain_bert(folder: Path, precision: str, n_layers: int | None = None) -> PlainBert | None:
    """Return the BERT in ``folder`` with its first ``n_layers`` (all, if None) in a precision.

    Returns None for another kind of model, and for weights that are damaged or not in safetensors.
    Raises UserError for weights that are no numbers (``check_weights``).
    """
    import torch

    config = read_plain_config(folder)
    if config is None:
        return None
    try:
        tensors = read_tensors(folder / _WEIGHTS)
    except Exception:  # what a damaged file is, transformers says
        return None

    # weights that are missing or left over are another model's, which transformers knows better
    wanted = _name_weights(config.num_hidden_layers)
    heads_fit = config.hidden_size % config.num_attention_heads == 0
    if not heads_fit or wanted - set(tensors) or set(tensors) - wanted - set(_UNUSED):
        return None
    places = tensors["embeddings.position_embeddings.weight"]
    if places.shape != (config.max_position_embeddings, config.hidden_size):
        return None

    kept = config.num_hidden_layers if n_layers is None else n_layers
    device = choose_device()
    dtype = getattr(torch, precision)
    weights = {}
    for name in sorted(_name_weights(kept)):
        weights[name] = tensors[name].to(device=device, dtype=dtype, copy=True)
    check_weights(weights, f"model {str(folder)!r}, {_WEIGHTS}")
    return PlainBert(replace(config, num_hidden_layers=kept), weights)


def read_plain_config(folder: Path) -> BertConfig | None:
    """Return the configuration of a plain BERT in ``config.json``, if it is one."""
    try:
        found: dict[str, Any] = load_json(folder / "config.json")
        if any(found.get(key, value) != value for key, value in _WANTED.items()):
            return None
        return BertConfig(**{field.name: found[field.name] for field in fields(BertConfig)})
    except Exception:  # what a damaged file is, transformers says
        return None


def _name_weights(n_layers: int) -> set[str]:
    """Return the names of the weights of a BERT that are used here."""
    maps = ["embeddings.LayerNorm"]
    for layer in range(n_layers):
        maps += [f"encoder.layer.{layer}.{part}" for part in _MAPS]

    names = {f"embeddings.{name}.weight" for name in _EMBEDDINGS}
    for name in maps:
        names |= {f"{name}.weight", f"{name}.bias"}
    return names
