"""A transformer and its tokenizer: a plain BERT is read here, other models by transformers."""

from pathlib import Path
from typing import Any

from paperpool.models.loading import whole_weights
from paperpool.models.plain_bert import load_plain_bert, read_plain_config
from paperpool.models.plain_tokenizer import load_plain_tokenizer
from paperpool.models.precision import choose_device

Network = Any
"""A transformer: a ``PlainBert``, or a model of transformers, which has the same interface."""

TokenBatch = Any
"""Tokens of some texts by name: of a ``PlainTokenizer``, or of a tokenizer of transformers."""

_AFTER_PADDING = ("roberta", "camembert", "longformer", "mpnet")
"""Kinds of models whose first position follows the number of the padding token."""


def load_tokenizer(folder: Path) -> Any:
    """Return the tokenizer of the model in ``folder``."""
    plain = load_plain_tokenizer(folder)
    if plain is not None:
        return plain
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(str(folder), trust_remote_code=False)


def load_config(folder: Path) -> Any:
    """Return the configuration of the model in ``folder``."""
    plain = read_plain_config(folder)
    if plain is not None:
        return plain
    from transformers import AutoConfig

    return AutoConfig.from_pretrained(str(folder), trust_remote_code=False)


def count_positions(folder: Path) -> int:
    """Return how many tokens the model in ``folder`` can read at once."""
    config = load_config(folder)
    if any(kind in config.model_type for kind in _AFTER_PADDING):
        return config.max_position_embeddings - (config.pad_token_id + 1)
    return config.max_position_embeddings


def load_transformer(folder: Path, precision: str, n_layers: int | None = None) -> Network:
    """Return the model in ``folder``, ready to compute, with its first ``n_layers`` or all."""
    plain = load_plain_bert(folder, precision, n_layers)
    return plain or load_any_transformer(folder, precision, n_layers)


def load_any_transformer(folder: Path, precision: str, n_layers: int | None = None) -> Network:
    """Return the model of ``load_transformer``, always loaded by transformers."""
    import torch
    from transformers import AutoConfig, AutoModel
    from transformers.utils import logging

    common: dict[str, Any] = {"trust_remote_code": False}
    n_saved = None
    if n_layers is not None:
        logging.set_verbosity_error()  # it would warn of the layers that are left out
        common["config"] = AutoConfig.from_pretrained(str(folder), **common)
        n_saved = common["config"].num_hidden_layers
        common["config"].num_hidden_layers = n_layers
    dtype = getattr(torch, precision)
    with whole_weights(folder, n_layers=n_saved):
        model = AutoModel.from_pretrained(str(folder), dtype=dtype, **common)
    return model.to(choose_device()).eval()
