"""Hashed random numbers: functions of their key alone, and random enough."""

import numpy as np

from paperpool.extras.demo.randomness import below, chance, derive, root_key, scramble, zipf_table


def test_numbers_depend_on_key_and_position_alone():
    keys = derive(root_key(13, "text"), np.arange(1000))
    assert (keys[::-1] == derive(root_key(13, "text"), np.arange(999, -1, -1))).all()
    assert len(np.unique(keys)) == 1000
    for seed, purpose in ((14, "text"), (13, "title")):
        assert not np.isin(derive(root_key(seed, purpose), np.arange(1000)), keys).any()


def test_a_changed_bit_changes_about_half_of_the_bits():
    values = np.arange(1, 2001, dtype=np.uint64)
    flipped = scramble(values) ^ scramble(values ^ np.uint64(1))
    ones = np.array([bin(int(bits)).count("1") for bits in flipped])
    assert abs(ones.mean() - 32) < 0.5


def test_integers_and_chances_are_uniform():
    bits = derive(root_key(1, "x"), np.arange(100_000))
    for shift in (0, 32):
        counts = np.bincount(below(bits, 10, shift), minlength=10)
        assert counts.sum() == 100_000 and abs(counts - 10_000).max() < 500
        assert abs(chance(bits, 0.3, shift).mean() - 0.3) < 0.01


def test_a_zipf_table_has_each_rank_as_often_as_it_should():
    counts = np.bincount(zipf_table(100, 100_000), minlength=100)
    weights = 1 / (np.arange(100) + 2)
    assert abs(counts / 100_000 - weights / weights.sum()).max() < 1e-4
