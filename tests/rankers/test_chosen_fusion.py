"""A fusion that chooses asks its own way on folds, and the validation split where there is one."""

from types import SimpleNamespace

import pandas as pd

from paperpool.collections.mdcr_collection import FieldCollection
from paperpool.rankers import chosen_fusion
from paperpool.rankers.best import Best
from paperpool.rankers.chosen_fusion import ChosenFusion

from ..made.collection import make_collection


def test_it_asks_its_own_way_without_a_validation_split_and_keeps_what_was_tried(monkeypatch):
    table = pd.DataFrame({"design": ["a+b"]})
    monkeypatch.setattr(Best, "by_folds", staticmethod(lambda _, runs: (list(runs), table)))
    monkeypatch.setattr(chosen_fusion, "fuse_by_validation", lambda _, runs: ("val", table[:0]))
    ranker = Best(members=["b", "a"])
    assert isinstance(ranker, ChosenFusion)
    tools = SimpleNamespace(members={"a": {}, "b": {}, "c": {}}, tables={})
    collection = make_collection()
    assert ranker.order(collection, tools) == ["b", "a"]
    assert tools.tables["designs"] is table
    assert ranker.order(FieldCollection({}, {}, {}, {}), tools) == "val"
    assert tools.tables["designs"].empty
