"""Imagined annotators: the same for the same seed, disagreeing about as often as real ones."""

import json

import pytest

from paperpool.annotation.material import collection_material
from paperpool.demo.collection import make_collection
from paperpool.demo.plan import make_plan
from paperpool.demo.simulated_annotators import (
    ADJUDICATOR,
    ANNOTATORS,
    EXPERT,
    EXPERT_CANDIDATES,
    simulate_annotators,
    write_exports,
)


@pytest.fixture(scope="module")
def items(plan):
    return collection_material(make_collection(plan, 8)).items()


def test_two_grade_everything_and_the_adjudicator_what_they_grade_differently(plan, items):
    first, ruled, again = simulate_annotators(items, plan)
    assert set(first) == set(items)
    assert all(tuple(said) == ANNOTATORS for said in first.values())
    assert set(ruled) == {item for item, said in first.items() if len(set(said.values())) > 1}
    assert all(list(said) == [ADJUDICATOR] for said in ruled.values())
    assert all(list(said) == [EXPERT] for said in again.values())
    pairs = {item[:2] for item in items}
    assert len(again) == EXPERT_CANDIDATES * len(pairs)
    grades = {g for said in (*first.values(), *ruled.values()) for g in said.values()}
    assert grades <= {0, 1, 2, 3} and len(grades) == 4
    assert 0.5 < 1 - len(ruled) / len(first) < 0.8  # 57% to 70% in Table 2


def test_equal_items_in_any_order_give_equal_grades(plan, items):
    part = [item for item in items if item.query_id == items[0].query_id]
    whole = simulate_annotators(items, plan)
    for of_all, of_part in zip(whole, simulate_annotators(part[::-1], plan), strict=True):
        assert of_part == {item: said for item, said in of_all.items() if item in set(part)}
    assert simulate_annotators(items, make_plan(3000, 13)) == whole


def test_exports_are_the_same_bytes_and_tell_their_stage(plan, items, tmp_path):
    names = ("annotators", "adjudicator", "expert")
    for folder in ("a", "b"):
        write_exports(items, plan, *(tmp_path / folder / name for name in names))
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    stages = [
        {task["data"]["stage"] for task in json.loads((tmp_path / "a" / name).read_text())}
        for name in names
    ]
    assert stages == [{"annotation"}, {"adjudication"}, {"annotation"}]
