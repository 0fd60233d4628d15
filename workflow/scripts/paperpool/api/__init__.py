"""Load, rank and evaluate from Python, on the functions that the workflow uses."""

from paperpool.api.evaluating import evaluate
from paperpool.api.fusing import fuse
from paperpool.api.judging import NextJudgments, next_judgments
from paperpool.api.predicting import evaluate_predicted
from paperpool.api.rankers import Ranker, ranker
from paperpool.api.runs import Run, read_run
from paperpool.api.scorers import Topic
from paperpool.api.test_collection import TestCollection, collection
from paperpool.errors import UserError

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
