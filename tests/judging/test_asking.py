"""Batches: drawn by the seed, answered in any order, counted in the order of draws."""

import numpy as np

from paperpool.judging.asking import (
    answer,
    ask_next,
    compare_answered,
    find_same,
    hide_grades,
)

from ..made.judged import hide_all, make_items


def test_rounds_end_with_a_verdict_and_known_grades_are_not_asked():
    items = make_items(n_topics=40)
    shown = hide_grades(items, 0.6, 1)
    assert np.isnan(shown.grades).sum() == round(0.6 * len(items.grades))
    grades = dict(zip(items.ids, items.grades, strict=True))
    requests = []
    for batch in range(1, 20):
        comparison = compare_answered(shown, requests)
        new = ask_next(comparison, requests, 25, 3)
        if not new:
            break
        assert {request.batch for request in new} == {batch}
        assert ask_next(comparison, requests, 25, 3) == new
        requests = answer([*requests, *new], grades)
    assert comparison.assessments[0].verdict == "r0 is better"
    asked = [request.item for request in requests]
    known = {item for item, grade in zip(shown.ids, shown.grades, strict=True) if grade == grade}
    assert len(set(asked)) == len(asked) and not known & set(asked)


def test_an_answer_counts_after_those_before_it_and_a_batch_waits_for_all():
    items = hide_all(make_items())
    requests = ask_next(compare_answered(items, []), [], 10, 0)
    late = answer(requests, {requests[4].item: 2.0})
    comparison = compare_answered(items, late)
    assert len(comparison.sample) == 0 and ask_next(comparison, late, 10, 0) == []
    early = answer(late, {request.item: 1.0 for request in requests[:4]})
    assert len(compare_answered(items, early).sample) == 5
    assert [request.grade for request in early[:6]] == [1, 1, 1, 1, 2, None]


def test_runs_that_rank_alike_are_found():
    items = make_items(noises=(1.0, 1.0, 2.0))
    assert find_same(items) == []
    items.weights[2] = items.weights[0]
    assert find_same(items) == [("r0", "r2")]
