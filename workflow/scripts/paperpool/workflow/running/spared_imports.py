"""Imports that jobs are spared: a run starts one process a job, so that each import counts."""

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Any

import pyarrow as pa


class _NoPandas(MetaPathFinder):
    """Tells whoever imports pandas that it is not installed."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """Raise ModuleNotFoundError for pandas; leave other modules to other finders."""
        if fullname == "pandas":
            raise ModuleNotFoundError(fullname)


def spare_pandas() -> None:
    """Let pyarrow take this process for one without pandas, unless it is imported already.

    Before its first list becomes an array, pyarrow imports pandas to see whether it is one of its
    series, which takes as long as all else that a job of the corpus imports. For jobs without
    pandas: a series would be taken for a list, and its NaN for numbers. ``to_pandas`` still works.
    """
    if "pandas" in sys.modules:
        return
    without = _NoPandas()
    sys.meta_path.insert(0, without)
    try:
        pa.array([])
    finally:
        sys.meta_path.remove(without)


def spare_statistics() -> None:
    """Import gensim without scipy.stats, half of what it imports, unless one is there already.

    For jobs that train word2vec, which needs none of it: other models of gensim find nothing where
    they look for a function of it. Whoever imports scipy.stats later gets it as it is.
    """
    if "gensim" in sys.modules or "scipy.stats" in sys.modules:
        return
    empty: Any = ModuleType("scipy.stats")
    empty.__getattr__ = lambda name: None
    sys.modules["scipy.stats"] = empty
    try:
        importlib.import_module("gensim.models")
    finally:
        del sys.modules["scipy.stats"]


def spare_compiler() -> None:
    """Let torch's optimisers do without torch's compiler, which takes them a second to import.

    They ask it to be left out of what it compiles. For jobs that compile nothing: whatever else
    they ask of it is an error.
    """
    if "torch._dynamo" in sys.modules:
        return
    idle: Any = ModuleType("torch._dynamo")
    idle.disable = lambda function, recursive=True, wrapping=True: function
    idle.graph_break = lambda: None
    sys.modules["torch._dynamo"] = idle
