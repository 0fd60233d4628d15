"""Rankers of kind best choose on folds, or on the validation split."""

from types import SimpleNamespace

import pandas as pd

from paperpool.collections.mdcr_collection import FieldCollection
from paperpool.rankers.best import Best
from paperpool.rankers.scoring import designs, member_weights

from ..made.collection import make_collection


def test_it_chooses_on_folds_without_a_validation_split_and_keeps_what_was_tried(monkeypatch):
    table = pd.DataFrame({"design": ["a+b"]})
    monkeypatch.setattr(designs, "choose_designs", lambda _, runs: (list(runs), table))
    monkeypatch.setattr(member_weights, "fuse_by_validation", lambda _, runs: ("val", table[:0]))
    ranker = Best(members=["b", "a"])
    context = SimpleNamespace(members={"a": {}, "b": {}, "c": {}}, tables={})
    collection = make_collection()
    assert ranker.order(collection, context) == ["b", "a"]
    assert context.tables["designs"] is table
    assert ranker.order(FieldCollection({}, {}, {}, {}), context) == "val"
    assert context.tables["designs"].empty
