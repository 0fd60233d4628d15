"""Models whose output is computed in fixed blocks, each cached whole.

Unique items are put into blocks by their content hash, and a block is computed alone, by one job.
So an item's result depends neither on the order of items, nor on earlier runs or other jobs.
"""

import hashlib
import importlib.metadata
import json
import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from paperpool.forecasts import Forecast
from paperpool.models.cache import ArrayCache, digest
from paperpool.models.digests import digest_model
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.loading import loading_model, refuse_own_code
from paperpool.models.locating import fetch_model
from paperpool.models.memory import recycle_memory
from paperpool.models.precision import choose_device, choose_precision
from paperpool.models.prompts import find_prompts

logger = logging.getLogger("paperpool")


@dataclass(frozen=True)
class Share:
    """The share of job number ``job`` of ``jobs``, from 0, in ``total`` items.

    The items come in parts. The current part has ``n`` items, and begins with item ``first``.
    """

    job: int
    jobs: int
    first: int
    n: int
    total: int

    def has_block(self, block: int, n_blocks: int) -> bool:
        """Return whether the job takes block number ``block``, from 0, of the part's blocks."""
        place = self.first * n_blocks + block * self.n  # in units of 1 / n_blocks items
        return self.jobs * place // (self.total * n_blocks) == self.job

    def has_any(self) -> bool:
        """Return whether it may take a block of the part, however many there are."""
        begin = self.jobs * self.first // self.total
        end = (self.jobs * (self.first + self.n) - 1) // self.total
        return begin <= self.job <= end


WHOLE = Share(0, 1, 0, 1, 1)
"""All items, as one part."""


Item = str | Sequence[str]
"""A text, or several that belong together."""

ItemRows = tuple[list[int], list[NDArray[np.float32]]]
"""The places of some items, from 0, and a matrix of rows for each of these items."""

BLOCK_ITEMS = 512
"""Items of a block of the cache, on average."""

_AVOID = "A ranker set to null encodes nothing; static encoders are quick (docs/rankers.md)."


class CachedModel:
    """A loaded-on-demand model; subclasses load and compute."""

    unit = "texts"
    """The name of its items in the log."""

    def __init__(self, settings: EncoderSettings, cache: ArrayCache, torch_threads: int):
        self._requested = settings
        self._cache = cache
        self._threads = torch_threads
        self._folder = fetch_model(settings.model)
        self._adapter = None if settings.adapter is None else fetch_model(settings.adapter)
        self._model: Any = None
        self.computed = 0
        """Items that were computed, not found in the cache."""
        self.seconds = 0.0
        """The time that computing them took."""

    @cached_property
    def _settings(self) -> EncoderSettings:
        """The settings as this machine computes; torch, which is slow to import, knows how."""
        precision = choose_precision(self._requested.precision)
        return replace(self._requested, precision=precision)

    @cached_property
    def _identity(self) -> dict[str, Any]:
        """All that determines an output; it goes into the digest of every cached block."""
        versions = []
        for package in ("torch", "transformers", "sentence-transformers"):
            versions.append(importlib.metadata.version(package))
        return self._settings.as_dict() | {
            "kind": type(self).__name__,
            "model": digest_model(self._folder),
            "adapter": self._adapter and digest_model(self._adapter),
            "torch_threads": self._threads,
            "device": choose_device(),
            "versions": versions,
        }

    @property
    def digest(self) -> str:
        """The SHA-256 (hex) of all that determines its output for an item."""
        return digest(self._identity)

    @cached_property
    def prompts(self) -> Mapping[str, str]:
        """The prompts before a ``query`` and a ``document``: as set, or the model's own."""
        return find_prompts(self._folder, self._requested.model, self._requested.prompts)

    @property
    def encodes_queries_apart(self) -> bool:
        """Whether a text has another output as a query."""
        return self.prompts["query"] != self.prompts["document"]

    def _after_prompt(self, role: str, texts: Sequence[str]) -> list[str]:
        return [self.prompts[role] + text for text in texts]

    def _load(self):
        """Return the model, ready to compute."""
        raise NotImplementedError

    def _compute_block(self, items: list[Item]) -> NDArray[np.float32]:
        """Return the rows of all items, one item's after another's, shape (rows, dimensions)."""
        raise NotImplementedError

    def _compute_timed(self, items: list[Item]) -> NDArray[np.float32]:
        """Return the result of ``_compute_block``; add to ``computed`` and ``seconds``."""
        self._loaded()
        begin = time.perf_counter()
        values = self._compute_block(items)
        self.computed += len(items)
        self.seconds += time.perf_counter() - begin
        return values

    def measure_speed(self, seconds: float) -> dict[str, Any]:
        """Return the device, the computed items and their rate, for a job that took ``seconds``.

        ``device_share`` is the model's share of the job's time.
        """
        return {
            "device": choose_device(),
            self.unit: self.computed,
            "seconds": seconds,
            "per_second": self.computed / self.seconds if self.seconds else None,
            "device_share": self.seconds / seconds,
        }

    def _count_rows(self, item: Item) -> int:
        """Return how many rows an item gets."""
        return 1

    def _split_block(self, values: NDArray, items: Sequence[Item]) -> list[NDArray] | None:
        """Return the rows of each item of a block, or None if the block is not of these items."""
        counts = [self._count_rows(item) for item in items]
        if len(values) != sum(counts):
            return None
        return np.split(values, np.cumsum(counts)[:-1])

    def _dtype(self):
        import torch

        return getattr(torch, self._settings.precision)

    def _loaded(self):
        """Return the model, loaded at its first use."""
        import torch

        if self._model is None:
            torch.set_num_threads(self._threads)
            refuse_own_code(self._folder)
            with loading_model(self._settings.model):
                self._model = self._load()
            recycle_memory(self._model)
        return self._model

    def _compute(self, items: Sequence[Item]) -> list[NDArray[np.float32]]:
        """Return each item's rows, shape (its rows, dimensions), from the cache or computed."""
        return gather(self._compute_share(items, WHOLE), len(items))

    def _compute_share(self, items: Sequence[Item], share: Share) -> Iterator[ItemRows]:
        """Yield the rows of a share's items, as ``_compute`` returns them, block by block."""
        places: dict[str, list[int]] = {}
        for i, item in enumerate(items):
            places.setdefault(_hash(item), []).append(i)
        blocks = _choose_blocks(sorted(places), share)
        n_computed = 0
        forecast = Forecast(f"Encoding {len(places)} {self.unit}", len(blocks), _AVOID)
        for block in tqdm(blocks, desc="encode", unit="block", disable=len(blocks) < 2):
            key = digest([self._identity, block])
            unique = [items[places[item_hash][0]] for item_hash in block]
            values = self._cache.load(key)
            rows = None if values is None else self._split_block(values, unique)

            # a cached block of another number of rows is of another tokenizer, and is made anew
            is_known = rows is not None
            if rows is None:
                values = self._compute_timed(unique)
                self._cache.store(key, values)
                rows = self._split_block(values, unique) or []
                n_computed += len(block)
            forecast.step(is_free=is_known)

            block_places: list[int] = []
            block_rows: list[NDArray[np.float32]] = []
            for item_hash, item_rows in zip(block, rows, strict=True):
                block_places += places[item_hash]
                block_rows += [item_rows] * len(places[item_hash])
            yield block_places, block_rows
        logger.info(
            "%d %s encoded, %d found in the cache (%s)",
            n_computed,
            self.unit,
            sum(map(len, blocks)) - n_computed,
            self._settings.model,
        )


def gather(batches: Iterable[ItemRows], n_items: int) -> list[NDArray[np.float32]]:
    """Return the rows of every item, in order."""
    found: dict[int, NDArray[np.float32]] = {}
    for places, rows in batches:
        found.update(zip(places, rows, strict=True))
    return [found[i] for i in range(n_items)]


def places_of(items: Sequence[Item], share: Share) -> list[int]:
    """Return the places of the items of a share, ascending."""
    hashes = [_hash(item) for item in items]
    chosen: set[str] = set()
    for block in _choose_blocks(sorted(set(hashes)), share):
        chosen.update(block)
    return [i for i, item_hash in enumerate(hashes) if item_hash in chosen]


def _hash(item: Item) -> str:
    text = item if isinstance(item, str) else json.dumps(item)
    return hashlib.sha256(text.encode()).hexdigest()


def _choose_blocks(hashes: Sequence[str], share: Share) -> list[list[str]]:
    """Return the blocks of sorted hashes that are a share's."""
    blocks = split_blocks(hashes)
    return [block for i, block in enumerate(blocks) if share.has_block(i, len(blocks))]


def split_blocks(hashes: Sequence[str]) -> list[list[str]]:
    """Group sorted hashes by their leading bits into blocks of about ``BLOCK_ITEMS``.

    An item added to or removed from a corpus changes its own block alone, until the number of
    blocks doubles.
    """
    bits = max(0, (len(hashes) // BLOCK_ITEMS).bit_length())
    blocks: dict[int, list[str]] = {}
    for item_hash in hashes:
        blocks.setdefault(int(item_hash[:8], 16) >> (32 - bits), []).append(item_hash)
    return list(blocks.values())
