"""The imagined judge: the same for the same plan, too high as often as it is meant to be."""

import json

import numpy as np
import pytest

from paperpool.annotation.material import collection_material
from paperpool.collections.facets import MAX_GRADE
from paperpool.demo.collection import make_collection
from paperpool.demo.simulated_annotators import simulate_gold
from paperpool.demo.simulated_judge import TOO_HIGH, simulate_judge, write_judge
from paperpool.judges.grade_files import read_judges


@pytest.fixture(scope="module")
def material(plan):
    return collection_material(make_collection(plan, 8))


def test_it_grades_every_pair_and_some_one_too_high(plan, material):
    gold, grades = simulate_gold(material.items(), plan), simulate_judge(material.items(), plan)
    assert set(grades) == set(gold)
    more = np.array([grades[item] - gold[item] for item in grades if gold[item] < MAX_GRADE])
    assert set(more) == {0, 1}
    assert abs(more.mean() - TOO_HIGH) < 3 * (TOO_HIGH * (1 - TOO_HIGH) / len(more)) ** 0.5


def test_a_part_of_the_pairs_in_any_order_has_the_same_grades(plan, material):
    whole = simulate_judge(material.items(), plan)
    part = [item for item in material.items() if item.query_id == material.items()[0].query_id]
    assert simulate_judge(part[::-1], plan) == {item: whole[item] for item in sorted(part)}


def test_its_file_is_one_that_judges_are_read_from(plan, material, tmp_path):
    for name in ("a.jsonl", "b.jsonl"):
        write_judge(material.items(), plan, tmp_path / name)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    judges = {"model": {"grades": [tmp_path / "a.jsonl"]}}
    read = read_judges(judges, set(material.items()))["model"]
    assert read.grades == simulate_judge(material.items(), plan) and read.n_blank == 0
    first = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    assert list(first) == ["query", "facet", "candidate", "grade"]
