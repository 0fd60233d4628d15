"""paperpool: build and evaluate test collections of scientific-paper retrieval.

``import paperpool as pp`` offers ``pp.collection``, ``pp.ranker``, ``pp.fuse``, ``pp.read_run``,
``pp.evaluate``, ``pp.evaluate_predicted`` and ``pp.next_judgments`` (docs/python.md), which are
loaded when they are first used. The modules take paths, tables and plain values; the rules in
``workflow/rules`` wire them together and the scripts in ``workflow/scripts`` connect the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paperpool.version import __version__ as __version__

if TYPE_CHECKING:
    from paperpool.api import (
        NextJudgments,
        Ranker,
        Run,
        TestCollection,
        Topic,
        UserError,
        collection,
        evaluate,
        evaluate_predicted,
        fuse,
        next_judgments,
        ranker,
        read_run,
    )

__all__ = [
    "NextJudgments",
    "Ranker",
    "Run",
    "TestCollection",
    "Topic",
    "UserError",
    "collection",
    "evaluate",
    "evaluate_predicted",
    "fuse",
    "next_judgments",
    "ranker",
    "read_run",
]


def __getattr__(name: str) -> Any:
    """Return a function or class of ``paperpool.api``, which is imported now."""
    if name in __all__:
        from paperpool import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return what is public."""
    return [*__all__, "__version__"]
