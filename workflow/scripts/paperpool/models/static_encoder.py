"""Static encoders: a vector for each word piece, and a text's vector is the sum of its pieces'.

Source: Arora et al. 2017 ("A simple but tough-to-beat baseline for sentence embeddings") for the
weights, part of the vectors. No network is computed: reading a text takes longer than adding its
vectors up. transformers is not imported.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.io.files import load_json, write_json, write_text, writing
from paperpool.models.number_checks import check_arrays

if TYPE_CHECKING:  # slow to import
    from tokenizers import Tokenizer

_KIND = "paperpool-static"
_MODEL2VEC = "model2vec"
_TABLE = "embeddings"
_MODEL2VEC_TOKENS = 512
_PART_TEXTS = 2_000
"""Texts whose pieces are held at once."""


class StaticEncoder:
    """A table of vectors, shape (pieces, dimensions), and the tokenizer that names its rows."""

    def __init__(
        self, table: NDArray[np.float32], tokenizer: Tokenizer, max_tokens: int | None = None
    ):
        import torch

        self._table = torch.from_numpy(np.ascontiguousarray(table, np.float32))
        self._tokenizer = tokenizer
        if max_tokens is not None:
            tokenizer.enable_truncation(max_tokens)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of ``texts``, of length 1, shape (len(texts), dimensions).

        A text's vector does not depend on the other texts. A text without pieces has zeros.
        """
        if not texts:
            return np.zeros((0, self._table.shape[1]), np.float32)
        parts = range(0, len(texts), _PART_TEXTS)
        return np.concatenate([self._encode_part(texts[i : i + _PART_TEXTS]) for i in parts])

    def _encode_part(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import torch
        from torch.nn.functional import embedding_bag, normalize

        pieces = split_texts(self._tokenizer, texts)
        ends = np.cumsum([len(ids) for ids in pieces])
        starts = torch.from_numpy(np.concatenate([[0], ends[:-1]]))
        ids = torch.from_numpy(np.fromiter(chain.from_iterable(pieces), np.int64))
        with torch.inference_mode():
            sums = embedding_bag(ids, self._table, starts, mode="sum")
            return normalize(sums, dim=-1).numpy()


def split_texts(tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Return the ids of each text's pieces, without those that a model adds around them."""
    encodings = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
    return [encoding.ids for encoding in encodings]


def read_tokenizer(folder: Path) -> Tokenizer:
    """Return the tokenizer in ``folder``, without cutting and padding; UserError if missing."""
    from tokenizers import Tokenizer

    file = folder / "tokenizer.json"
    if not file.is_file():
        hint = "Save the tokenizer in the fast format, or take another model."
        where = f"model {str(folder)!r}"
        raise UserError(Problem("The model has no tokenizer.json.", where, hint))
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def is_static(folder: Path) -> bool:
    """Return whether the model in ``folder`` is a static encoder."""
    file = folder / "config.json"
    try:
        settings = load_json(file) if file.is_file() else {}
    except (OSError, ValueError):  # what a damaged file is, those who load the model say
        return False
    return isinstance(settings, dict) and settings.get("model_type") in (_KIND, _MODEL2VEC)


def load_static_encoder(folder: Path, max_tokens: int | None = None) -> StaticEncoder:
    """Return the static encoder in ``folder``; texts longer than ``max_tokens`` are cut.

    Of model2vec (Tulkens and van Dongen 2024) a text's vector is the mean over its known pieces, by
    default the first 512; its direction is that of the sum. Raises UserError if its table does not
    have a row of numbers for each piece.
    """
    from safetensors.numpy import load_file

    tokenizer = read_tokenizer(folder)
    tensors = load_file(folder / "model.safetensors")
    table = tensors.get(_TABLE)
    if load_json(folder / "config.json").get("model_type") == _MODEL2VEC and table is not None:
        table = _read_model2vec(tensors, tokenizer)
        max_tokens = max_tokens or _MODEL2VEC_TOKENS

    where = f"model {str(folder)!r}"
    n_pieces = tokenizer.get_vocab_size()
    if table is None or table.ndim != 2 or len(table) != n_pieces:
        shape = None if table is None else table.shape
        message = f"The table of vectors does not fit the {n_pieces} pieces: its shape is {shape}."
        raise UserError(Problem(message, where, "Make the static encoder anew."))
    check_arrays({_TABLE: table}, f"{where}, model.safetensors")
    return StaticEncoder(table, tokenizer, max_tokens)


def _read_model2vec(tensors: Mapping[str, NDArray], tokenizer: Tokenizer) -> NDArray[np.float32]:
    """Return a row for each piece: its vector, weighted; zeros for the unknown piece."""
    table = tensors[_TABLE].astype(np.float32)
    if "mapping" in tensors:
        table = table[tensors["mapping"]]
    if "weights" in tensors:
        table = table * tensors["weights"].astype(np.float32)[:, np.newaxis]

    model = json.loads(tokenizer.to_str())["model"]
    unknown = model.get("unk_id")
    if unknown is None and model.get("unk_token") is not None:
        unknown = tokenizer.token_to_id(model["unk_token"])
    if unknown is not None:
        table = table.copy()
        table[unknown] = 0
    return table


def write_static_encoder(
    folder: Path, table: NDArray[np.float32], tokenizer: Tokenizer, about: Mapping[str, object]
) -> None:
    """Write a static encoder to ``folder``; ``about`` describes its origin."""
    from safetensors.numpy import save

    with writing(folder / "model.safetensors") as part:
        part.write_bytes(save({_TABLE: np.ascontiguousarray(table, np.float32)}))
    write_text(folder / "tokenizer.json", tokenizer.to_str(pretty=True))
    write_json(folder / "config.json", {"model_type": _KIND, **about})
