"""Kernels that numba compiles: once, and not anew in each process.

Compiled kernels are kept as Python keeps its own compiled modules: in ``__pycache__`` beside the
source, for this source, Python, numba and processor alone. Whoever can write there can change the
source too, so that they are trusted like it. If that folder cannot be written, each process
compiles its own.
"""

import contextlib
import hashlib
import logging
from collections.abc import Callable
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    InTreeCacheLocator,
)

logger = logging.getLogger("paperpool")


def compiled(function: Callable) -> Any:
    """Compile a kernel at its first call; it runs beside other threads."""
    return _keep(njit(nogil=True, error_model="numpy")(function))


def summing(function: Callable) -> Any:
    """As ``compiled``, of sums that may be added up in parts, the same ones at every call."""
    fastmath = {"reassoc", "contract"}
    return _keep(njit(nogil=True, error_model="numpy", fastmath=fastmath)(function))


@cache
def digest_kernels() -> bytes:
    """Return a digest of the modules of this folder: kernels contain those that they call.

    numba by itself looks at the module of the kernel alone.
    """
    hasher = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        hasher.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return hasher.digest()


class _BesideSource(InTreeCacheLocator):
    """Where a kernel is kept; numba's own locator has to write there before anything is read."""

    @classmethod
    def from_function(cls, py_func: Callable, py_file: str) -> "_BesideSource":
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return str(Path(cache_from_source(self._py_file)).parent)

    def get_source_stamp(self) -> bytes:
        return digest_kernels()


class _KernelForm(CompileResultCacheImpl):
    """How numba writes and reads a kernel."""

    _locator_classes: list[Any] = [_BesideSource]  # noqa: RUF012 - as in numba


class _KernelFiles(IndexDataCacheFile):
    """The files of a kernel, each with what it is of: types, processor and source.

    numba numbers them, and another file says which is which. Jobs that write their first kernels at
    once may give one number twice; a kernel for contiguous arrays would then add up other numbers.
    """

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (key, self._source_stamp, data))

    def load(self, key: Any) -> Any:
        """Return a kernel, None without one; raise ValueError if the file is another kernel's."""
        found = super().load(key)
        if found is None:
            return None
        *made_of, data = found
        if made_of != [key, self._source_stamp]:
            raise ValueError("the file is another kernel's")
        return data


class _KeptKernel(FunctionCache):
    """The files of a kernel, without which it is compiled."""

    _impl_class = _KernelForm

    def __init__(self, py_func: Callable):
        super().__init__(py_func)
        base = self._impl.filename_base
        self._cache_file = _KernelFiles(self.cache_path, base, digest_kernels())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for some types of arguments; None without a readable one."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # of a damaged file, any
            logger.debug("A kept kernel cannot be read: %s", error)
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the kernel for arguments of some types, whole, if it can be."""
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)


def _keep(kernel: Any) -> Any:
    """Have a kernel's compiled forms kept; numba switched off, it is a function without any."""
    if hasattr(kernel, "py_func"):
        kernel._cache = _KeptKernel(kernel.py_func)  # as `enable_caching` with numba's own files
    return kernel
