"""Batches of judgments: each candidate once, the random part fair, taken up again, and stops."""

from collections import Counter
from dataclasses import replace

import pytest

from paperpool.extras.active_pooling.batches import (
    CLOSING,
    ORDERS,
    RANDOM,
    RUNNING,
    STOPPED,
    WHOLE,
    BatchRules,
)
from paperpool.extras.active_pooling.batches import follow_batches as follow
from paperpool.extras.active_pooling.pools import pair_seed

from .test_orders import make_pool

PAIRS = {("q1", "method"): 1, ("q2", "result"): 2}
RULES = BatchRules("mtf", size=5, random_share=0.4, patience=2, closing=0.5)


def make(n=40):
    made = {pair: make_pool(seed, n) for pair, seed in PAIRS.items()}
    pools = {pair: pool for pair, (pool, _) in made.items()}
    truth = {pair: dict(enumerate(map(bool, relevant))) for pair, (_, relevant) in made.items()}
    return pools, truth


@pytest.mark.parametrize("order", ORDERS)
def test_batches_are_the_same_however_often_they_are_taken_up_again(order):
    rules = BatchRules(order, 5, 0.2, 2, 0.5)
    pools, truth = make()
    whole, last = follow(pools, truth, rules)
    assert all(course.state in (STOPPED, WHOLE) for course in whole.values())
    judged = {pair: {} for pair in pools}
    for batch in range(1, last + 1):
        courses, waiting = follow(pools, judged, rules)
        assert waiting == batch and RUNNING in {course.state for course in courses.values()}
        for pair, course in courses.items():
            asked = [a for a in whole[pair].asked if a.batch <= batch]
            assert course.asked == asked
            judged[pair] |= {a.place: truth[pair][a.place] for a in asked}
    assert follow(pools, judged, rules) == (whole, last)


def test_a_batch_waits_until_all_pairs_are_judged():
    pools, truth = make()
    first, _ = follow(pools, {}, RULES)
    judged = {pair: {a.place: truth[pair][a.place] for a in c.asked} for pair, c in first.items()}
    late = judged[("q2", "result")].popitem()
    courses, batch = follow(pools, judged, RULES)
    assert batch == 1 and all(not course.known for course in courses.values())
    judged[("q2", "result")][late[0]] = late[1]
    assert follow(pools, judged, RULES)[1] == 2


def test_each_candidate_is_asked_for_once_with_its_rule_and_probability():
    pools, truth = make()
    courses, _ = follow(pools, truth, RULES)
    for pair, course in courses.items():
        assert len({asked.place for asked in course.asked}) == len(course.asked)
        n_left = pools[pair].size
        for batch in range(1, course.asked[-1].batch + 1):
            of_batch = [asked for asked in course.asked if asked.batch == batch]
            rules = Counter(asked.rule for asked in of_batch)
            if CLOSING in rules:
                assert rules == {CLOSING: -(-n_left // 2)} and course.state == STOPPED
            else:
                assert rules[RANDOM] == 2 and rules[RULES.order] == 3
            for asked in of_batch:
                n_drawn = rules[RANDOM] + rules[CLOSING]
                chance = None if asked.rule == RULES.order else n_drawn / n_left
                assert asked.probability == chance
            n_left -= len(of_batch)


def test_a_pair_stops_after_batches_in_which_its_order_found_nothing():
    pools, truth = make()
    nothing = {pair: dict.fromkeys(known, False) for pair, known in truth.items()}
    courses, last = follow(pools, nothing, RULES)
    assert last == 3 and {len(course.asked) for course in courses.values()} == {10 + 15}
    without = BatchRules("mtf", 5, 0.4, 2, 0)
    courses, last = follow(pools, nothing, without)
    assert last == 2 and {course.state for course in courses.values()} == {STOPPED}
    everything = {pair: dict.fromkeys(known, True) for pair, known in truth.items()}
    courses, last = follow(pools, everything, RULES)
    assert last == 8 and {course.state for course in courses.values()} == {WHOLE}


def test_the_random_part_draws_every_candidate_alike():
    pools, _ = make(n=10)
    counts = Counter()
    for seed in range(600):
        numbered = enumerate(pools.items())
        seeded = {pair: replace(pool, seed=pair_seed(seed, i)) for i, (pair, pool) in numbered}
        courses, _ = follow(seeded, {}, RULES)
        counts.update(a.place for a in courses[("q1", "method")].asked if a.rule == RANDOM)
    assert sum(counts.values()) == 1200
    assert all(80 <= counts[place] <= 165 for place in range(10))
