"""Text encoders: load a sentence-transformers model safely and encode texts through the cache.

Weights are read from safetensors where they exist, else with ``torch.load(weights_only=True)``;
code of a model's own is never run.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.metadata
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from paperpool.cache import ArrayCache, digest
from paperpool.models import digest_model, fetch_model

if TYPE_CHECKING:  # slow to import for those that find every text in the cache
    from sentence_transformers import SentenceTransformer

logger = logging.getLogger("paperpool")

_BLOCK_TEXTS = 512

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
"""Settings of glibc's ``mallopt``."""


@dataclass(frozen=True)
class EncoderSettings:
    """What determines an embedding beside the text.

    ``max_tokens`` None keeps the model's own limit; ``pooling`` None the model's own (``mean``
    for a bare transformer); ``precision`` is ``bfloat16`` or ``float32``.
    """

    model: str
    pooling: str | None = None
    max_tokens: int | None = None
    precision: str = "bfloat16"
    batch_size: int = 32


class Encoder:
    """A loaded-on-demand model that encodes texts in fixed blocks, each cached whole.

    Unique texts are put into blocks by their content hash, and a block is encoded alone, so an
    embedding does not depend on the order of the texts or on where an earlier run stopped.
    """

    def __init__(self, settings: EncoderSettings, cache: ArrayCache, torch_threads: int):
        self._settings = settings
        self._cache = cache
        self._threads = torch_threads
        self._folder = fetch_model(settings.model)
        self._model = None
        self._identity = {
            **asdict(settings),
            "model": digest_model(self._folder),
            "torch_threads": torch_threads,
            "device": find_device(),
            "versions": [
                importlib.metadata.version(package)
                for package in ("torch", "transformers", "sentence-transformers")
            ],
        }

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the embeddings of ``texts``, shape (len(texts), dimensions).

        Equal texts get equal rows. Missing blocks are encoded, with a progress bar, and cached.
        """
        hashes = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        unique = dict(sorted(zip(hashes, texts, strict=True)))
        blocks = _split_blocks(list(unique))
        row: dict[str, NDArray[np.float32]] = {}
        encoded = 0
        for block in tqdm(blocks, desc="encode", unit="block", disable=len(blocks) < 2):
            key = digest([self._identity, block])
            vectors = self._cache.load(key)
            if vectors is None or len(vectors) != len(block):
                vectors = self._encode_block([unique[h] for h in block])
                self._cache.store(key, vectors)
                encoded += len(block)
            row.update(zip(block, vectors, strict=True))
        logger.info(
            "%d texts encoded, %d found in the cache (%s)",
            encoded,
            len(unique) - encoded,
            self._settings.model,
        )
        return np.stack([row[h] for h in hashes]) if texts else np.zeros((0, 0), np.float32)

    def _encode_block(self, texts: list[str]) -> NDArray[np.float32]:
        if self._model is None:
            self._model = load_model(self._folder, self._settings, self._threads)
        vectors = self._model.encode(
            texts,
            batch_size=self._settings.batch_size,
            show_progress_bar=False,
            convert_to_numpy=False,
            convert_to_tensor=True,
        )
        return vectors.float().cpu().numpy()


def find_device() -> str:
    """Return where models run: cuda where there is one, else cpu."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def load_model(folder: Path, settings: EncoderSettings, torch_threads: int) -> SentenceTransformer:
    """Load the model of ``folder`` as ``settings`` say, and let torch use ``torch_threads``."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    torch.set_num_threads(torch_threads)
    _keep_freed_memory()
    arguments = {"dtype": getattr(torch, settings.precision)}
    common = {"device": find_device(), "trust_remote_code": False}
    if settings.pooling is None:
        model = SentenceTransformer(str(folder), model_kwargs=arguments, **common)
    else:
        transformer = Transformer(str(folder), model_kwargs=arguments)
        pooling = Pooling(transformer.get_embedding_dimension(), pooling_mode=settings.pooling)
        model = SentenceTransformer(modules=[transformer, pooling], **common)
    if settings.max_tokens is not None:
        model.max_seq_length = settings.max_tokens
    return model


def _keep_freed_memory(up_to: int = 1 << 30) -> None:
    """Let the C library keep freed memory for later use; where it is not glibc, do nothing.

    By default glibc hands large blocks back to the system at once, and every layer of every batch
    waits for fresh pages.
    """
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        for setting in (_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD):
            mallopt(setting, up_to)


def _split_blocks(hashes: Sequence[str]) -> list[list[str]]:
    """Group sorted hashes by their leading bits into blocks of about ``_BLOCK_TEXTS``.

    A text added to or removed from a corpus changes its own block alone, until the number of
    blocks doubles.
    """
    bits = max(0, (len(hashes) // _BLOCK_TEXTS).bit_length())
    blocks: dict[int, list[str]] = {}
    for text_hash in hashes:
        blocks.setdefault(int(text_hash[:8], 16) >> (32 - bits), []).append(text_hash)
    return list(blocks.values())
