"""Memory that a model frees: kept from layer to layer, given back every few batches."""

import contextlib
import ctypes
from collections.abc import Callable
from itertools import count

_BATCHES = 4
"""Batches from giving back to giving back; fresh pages for every batch would slow it."""

_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
"""Settings of glibc's ``mallopt``."""


def recycle_memory(model: object) -> None:
    """Let a loaded ``model`` use freed memory again, and give it back every few batches.

    By default glibc hands large blocks back at once, and every layer of every batch waits for fresh
    pages; kept for ever, they grow (30,000 papers: 5 GB), as tensors leave holes that fit no other.
    A model of torch gives back where it looks up words, as sentence-transformers goes past the
    hooks of the model itself. A PlainBert needs no hook.
    """
    import torch

    give_back()
    if isinstance(model, torch.nn.Module):
        lookups = (part for part in model.modules() if isinstance(part, torch.nn.Embedding))
        next(lookups, model).register_forward_pre_hook(recycling())


def recycling() -> Callable[..., None]:
    """Return a function to call before each batch, or a hook of torch, that gives back at times."""
    calls = count(1)

    def recycle(*_: object) -> None:
        """Give memory back at one call in ``_BATCHES``."""
        if next(calls) % _BATCHES == 0:
            give_back()

    return recycle


def give_back() -> None:
    """Give freed memory back to the system, keep what is freed from now; needs glibc."""
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        for setting in (_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD):
            library.mallopt(setting, 1 << 30)
        library.malloc_trim(0)
