"""Load, rank and evaluate from Python, on the functions that the workflow uses."""

from paperpool.api.evaluating import evaluate
from paperpool.api.rankers import Ranker, fuse, ranker
from paperpool.api.runs import Run, read_run
from paperpool.api.scorers import Topic
from paperpool.api.test_collection import TestCollection, collection

__all__ = [
    "Ranker",
    "Run",
    "TestCollection",
    "Topic",
    "collection",
    "evaluate",
    "fuse",
    "ranker",
    "read_run",
]
