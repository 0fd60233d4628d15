"""Products of many vectors in single precision, and the places of the large ones.

``NumpySelection`` works on the processor, ``TorchSelection`` on a device of torch's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from paperpool.search.top_rows import compiled

Floats = NDArray[np.float32]


class Selection(Protocol):
    """Where products are computed."""

    def ready(self) -> AbstractContextManager:
        """Return the context in which ``select`` is called, on any number of threads."""

    def put(self, values: Floats) -> Any:
        """Return ``values`` as ``select`` takes them."""

    def select(
        self, queries: Any, block: Any, bias: Any, floors: Floats, slack: Floats, wanted: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the pairs (query, vector of the block) whose product and bias may be needed.

        These are the pairs that reach the query's floor; while that is minus infinity, those that
        reach the ``wanted``-th best of the block less ``slack``. Both have shape (n_queries,).
        Pairs come by query.
        """


class NumpySelection:
    """On the processor, each call on the thread that it comes from."""

    def ready(self) -> AbstractContextManager:
        return threadpool_limits(1, "blas")

    def put(self, values: Floats) -> Floats:
        return values

    def select(self, queries, block, bias, floors, slack, wanted):
        products = queries @ block.T
        products += bias
        if np.isneginf(floors).any() and wanted < len(block):
            last = np.partition(products, -wanted, axis=1)[:, -wanted]
            floors = np.maximum(floors, last - slack)
        return _find(products, floors)


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


@compiled
def _find(products, floors):
    """Return the places of what is not below its row's floor: np.nonzero, some times faster."""
    n_found = 0
    for i in range(len(products)):
        for j in range(products.shape[1]):
            n_found += products[i, j] >= floors[i]
    rows, columns = np.empty(n_found, np.int64), np.empty(n_found, np.int64)
    found = 0
    for i in range(len(products)):
        for j in range(products.shape[1]):
            if products[i, j] >= floors[i]:
                rows[found], columns[found] = i, j
                found += 1
    return rows, columns
