"""Products of many vectors in single precision, and the large ones of each query.

``FaissSelection`` works on the processor, ``TorchSelection`` on a device of torch's.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import faiss
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

Floats = NDArray[np.float32]
Places = NDArray[np.int64]

Held = Any
"""An array as a selection's device holds it: numpy's, or a tensor of torch's."""

Kept = Any
"""What a selection keeps of the best products: a heap of FAISS's, or two tensors."""


class Selection(Protocol):
    """The device of products, keeping the best ones while blocks of the pool come by.

    ``queries`` and ``block`` have a vector per row; to the products ``bias`` is added, shape
    (len(block),), unless it is None. All three are as ``put`` returns them.
    """

    def ready(self) -> AbstractContextManager:
        """Return the context of calling the others, on any number of threads."""

    def put(self, values: Floats) -> Held:
        """Return ``values`` as the others take them."""

    def begin(self, n_queries: int, n_kept: int) -> Kept:
        """Return the keeper of the ``n_kept`` best of each query."""

    def add(self, kept: Kept, queries: Held, block: Held, bias: Held, start: int) -> None:
        """Keep the best of a block at ``start`` of the pool; blocks come in order, from 0 on.

        A dropped vector is never better than a kept one.
        """

    def finish(self, kept: Kept) -> tuple[Floats, Places]:
        """Return the kept products and their places in the pool, of shape (n_queries, n_kept)."""

    def reaching(
        self, queries: Held, block: Held, bias: Held, floors: Floats
    ) -> tuple[Places, Places]:
        """Return all pairs (query, vector of the block) that reach the query's floor."""


class FaissSelection:
    """On the processor: numpy's products and FAISS's heaps, each call on its own thread.

    FAISS's own BLAS does not support newer processors and is some times slower there.
    """

    def ready(self) -> AbstractContextManager:
        """Keep numpy's products on the thread that calls: the calls run on several."""
        return threadpool_limits(1, "blas")

    def put(self, values: Floats) -> Floats:
        """Return the array itself."""
        return values

    def begin(self, n_queries: int, n_kept: int) -> faiss.ResultHeap:
        """Return FAISS's heaps of the largest."""
        return faiss.ResultHeap(n_queries, n_kept, keep_max=True)

    def add(self, kept, queries, block, bias, start):
        """Multiply a block, and let FAISS put the best of each query into its heap."""
        faiss.omp_set_num_threads(1)  # of this thread
        products = _multiply(queries, block, bias)
        if start == 0 and kept.k < len(block):  # nothing below the last of these enters a heap
            last = np.partition(products, -kept.k, axis=1)[:, -kept.k]
            kept.D[:] = np.nextafter(last, np.float32(-np.inf))[:, None]
        places = np.arange(start, start + len(block))
        kept.add_result_subset(np.arange(len(queries)), products, places)

    def finish(self, kept):
        """Return the arrays of the heaps, in no order."""
        return kept.D, kept.I

    def reaching(self, queries, block, bias, floors):
        """Multiply the block anew, and compare."""
        of_queries, of_block = np.nonzero(_multiply(queries, block, bias) >= floors[:, None])
        return of_queries, of_block


class TorchSelection:
    """On a ``device`` such as "cuda"; its products keep full single precision."""

    def __init__(self, device: str):
        import torch  # slow to import for those that need none

        self._torch = torch
        self._device = device

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Have products in full single precision meanwhile."""
        before = self._torch.get_float32_matmul_precision()
        self._torch.set_float32_matmul_precision("highest")  # else a GPU may round to 10 bits
        try:
            yield
        finally:
            self._torch.set_float32_matmul_precision(before)

    def put(self, values: Floats) -> Any:
        """Copy an array to the device."""
        return self._torch.from_numpy(values).to(self._device)

    def begin(self, n_queries: int, n_kept: int) -> list:
        """Return the values and the places that are kept, still without any."""
        values = self._torch.full((n_queries, n_kept), -np.inf, device=self._device)
        return [values, self._torch.full_like(values, -1, dtype=self._torch.int64)]

    def add(self, kept, queries, block, bias, start):
        """Take the best of a block, and keep the best of these and of those that were kept."""
        products = _multiply(queries, block, bias)
        n_kept = kept[0].shape[1]
        best = products.topk(min(n_kept, len(block)), dim=1)
        values = self._torch.cat([kept[0], best.values], dim=1)
        places = self._torch.cat([kept[1], best.indices + start], dim=1)
        kept[0], nth = values.topk(n_kept, dim=1)
        kept[1] = places.gather(1, nth)

    def finish(self, kept):
        """Copy the kept values and places to arrays."""
        values, places = kept
        return values.cpu().numpy(), places.cpu().numpy()

    def reaching(self, queries, block, bias, floors):
        """Compare on the device, and copy the pairs alone."""
        reached = _multiply(queries, block, bias) >= self.put(floors)[:, None]
        of_queries, of_block = reached.nonzero().cpu().numpy().T
        return of_queries, of_block


def _multiply(queries: Held, block: Held, bias: Held) -> Held:
    products = queries @ block.T
    if bias is not None:
        products += bias
    return products
