"""Products of many vectors in single precision, and the places of the large ones.

``FaissSelection`` works on the processor, ``TorchSelection`` on a device of torch's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import faiss
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

Floats = NDArray[np.float32]
Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]

_SPARE = 64
"""Neighbours kept beyond those asked for: as near as the last one, in single precision."""


class Selection(Protocol):
    """Where products are computed."""

    def ready(self) -> AbstractContextManager:
        """Return the context in which ``select`` is called, on any number of threads."""

    def put(self, values: Floats) -> Any:
        """Return ``values`` as ``select`` takes them."""

    def select(
        self, queries: Any, block: Any, bias: Any, floors: Floats, slack: Floats, wanted: int
    ) -> Pairs:
        """Return the pairs (query, vector of the block) whose product and bias may be needed.

        These are the pairs that reach the query's floor; while that is minus infinity, those that
        reach the ``wanted``-th best of the block less ``slack``. Both have shape (n_queries,).
        """


class FaissSelection:
    """On the processor, each call on the thread that it comes from: FAISS's heaps of the best.

    The products are numpy's: FAISS brings a BLAS of its own, which does not know newer processors
    and is some times slower there.
    """

    def ready(self) -> AbstractContextManager:
        return threadpool_limits(1, "blas")

    def put(self, values: Floats) -> Floats:
        return values

    def select(self, queries, block, bias, floors, slack, wanted):
        faiss.omp_set_num_threads(1)  # of this thread
        products = queries @ block.T
        products += bias
        heaps = faiss.ResultHeap(len(queries), min(len(block), wanted + _SPARE), keep_max=True)
        heaps.D[:] = np.nextafter(floors, np.float32(-np.inf))[:, None]
        heaps.add_result_subset(np.arange(len(queries)), products, np.arange(len(block)))
        wanted = min(len(block), wanted)
        last = np.partition(heaps.D, -wanted, axis=1)[:, -wanted]
        floors = np.maximum(floors, last - slack)
        full = floors <= heaps.D[:, 0]  # the worst one kept: others that are dropped may reach it
        of, nth = np.nonzero((floors[:, None] <= heaps.D) & ~full[:, None])
        of_full, places = np.nonzero(products[full] >= floors[full, None])
        return (
            np.concatenate([of, np.flatnonzero(full)[of_full]]),
            np.concatenate([heaps.I[of, nth], places]),
        )


class TorchSelection:
    """On a ``device`` such as "cuda"; its products keep full single precision."""

    def __init__(self, device: str):
        import torch  # slow to import for those that need none

        self._torch, self._device = torch, device

    @contextmanager
    def ready(self) -> Iterator[None]:
        before = self._torch.get_float32_matmul_precision()
        self._torch.set_float32_matmul_precision("highest")  # else a GPU may round to 10 bits
        try:
            yield
        finally:
            self._torch.set_float32_matmul_precision(before)

    def put(self, values: Floats) -> Any:
        return self._torch.from_numpy(np.ascontiguousarray(values)).to(self._device)

    def select(self, queries, block, bias, floors, slack, wanted):
        torch = self._torch
        floors = self.put(floors)
        products = queries @ block.T
        products += bias
        if torch.isneginf(floors).any() and wanted < len(block):
            last = products.topk(wanted, dim=1).values[:, -1]
            floors = torch.maximum(floors, last - self.put(slack))
        pairs = (products >= floors[:, None]).nonzero().cpu().numpy()
        return pairs[:, 0], pairs[:, 1]
