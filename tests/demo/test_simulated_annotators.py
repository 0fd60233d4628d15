"""Imagined annotators: the same for the same seed, disagreeing about as often as real ones."""

import json

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.extras.demo import simulated_annotators as imagined
from paperpool.extras.demo.collection import make_collection
from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.simulated_annotators import simulate_annotators, simulate_judge
from paperpool.extras.judges.grade_files import read_judges
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.material import collection_material
from paperpool.workflow.annotation.practice import (
    PRACTICE,
    draw_practice,
    group_grades,
    score_practice,
    settle_titles,
    settled_pairs,
)


@pytest.fixture(scope="module")
def items(plan):
    return collection_material(make_collection(plan, 8)).items()


def test_two_grade_everything_and_the_adjudicator_what_they_grade_differently(plan, items):
    first, ruled, again = simulate_annotators(items, plan)
    assert set(first) == set(items)
    assert all(tuple(said) == imagined.ANNOTATORS for said in first.values())
    assert set(ruled) == {item for item, said in first.items() if len(set(said.values())) > 1}
    assert all(list(said) == [imagined.ADJUDICATOR] for said in ruled.values())
    assert all(list(said) == [imagined.EXPERT] for said in again.values())
    pairs = {item[:2] for item in items}
    assert len(again) == imagined.EXPERT_CANDIDATES * len(pairs)
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
        imagined.write_exports(items, plan, *(tmp_path / folder / name for name in names))
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    exports = [json.loads((tmp_path / "a" / name).read_text()) for name in names]
    stages = [{task["data"]["stage"] for task in tasks} for tasks in exports]
    assert stages == [{"annotation"}, {"adjudication"}, {"annotation"}]


def test_it_grades_every_pair_and_some_one_too_high(plan, items):
    gold, grades = imagined.simulate_gold(items, plan), simulate_judge(items, plan)
    assert set(grades) == set(gold)
    more = np.array(
        [grades[item] - gold[item] for item in grades if gold[item] < default_scheme().max_grade]
    )
    assert set(more) == {0, 1}
    assert (
        abs(more.mean() - imagined.TOO_HIGH)
        < 3 * (imagined.TOO_HIGH * (1 - imagined.TOO_HIGH) / len(more)) ** 0.5
    )


def test_a_part_of_the_pairs_in_any_order_has_the_same_grades(plan, items):
    whole = simulate_judge(items, plan)
    part = [item for item in items if item.query_id == items[0].query_id]
    assert simulate_judge(part[::-1], plan) == {item: whole[item] for item in sorted(part)}


def test_its_file_is_one_that_judges_are_read_from(plan, items, tmp_path):
    for name in ("a.jsonl", "b.jsonl"):
        imagined.write_judge(items, plan, tmp_path / name)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    judges = {"model": {"grades": [tmp_path / "a.jsonl"]}}
    read = read_judges(judges, set(items), default_scheme())["model"]
    assert read.grades == simulate_judge(items, plan) and read.n_blank == 0
    first = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    assert list(first) == ["query", "facet", "candidate", "grade"]


def test_whoever_guesses_does_not_pass(plan, tmp_path):
    collection = make_collection(plan, 8)
    pairs = draw_practice(settled_pairs(collection), 24, 13, (), default_scheme())
    settled = settle_titles(pairs, collection.papers)
    for name in ("a", "b"):
        imagined.write_practice(settled, 13, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    read = read_exports(
        [tmp_path / "a"], [pair.item for pair in settled], default_scheme(), [PRACTICE]
    )
    table = score_practice(group_grades(read.rows), settled, 0.6, default_scheme())
    passed = table[table.facet == "all"].set_index("annotator").passed
    assert passed.to_dict() == {"1": "yes", "2": "yes", str(imagined.GUESSER): "no"}
