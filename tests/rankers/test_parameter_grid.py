"""A grid of parameters, its choice, and its growth beyond the edges."""

import pytest

from paperpool.rankers.scoring.parameter_grid import chosen_parameters, describe_edges, try_grid


def peak(k1, b):
    """Return made-up scores with their maximum at a k1 and a b, and the requested pairs."""
    asked = []

    def mean_ap(x, y):
        asked.append((x, y))
        return 1 - abs(x - k1) / 100 - abs(y - b) / 10

    return mean_ap, asked


def test_every_pair_is_tried_and_the_best_chosen():
    values = {(1, 0.0): 0.2, (1, 0.5): 0.1, (2, 0.0): 0.4, (2, 0.5): 0.1, (3, 0.0): 0.3}
    values[3, 0.5] = 0.1
    grid = try_grid([1, 2, 3], [0.0, 0.5], lambda k1, b: values[k1, b])
    assert list(zip(grid["k1"], grid["b"], strict=True)) == sorted(values)
    assert grid["map"].tolist() == [values[pair] for pair in sorted(values)]
    assert grid["chosen"].tolist() == [False, False, True, False, False, False]
    assert chosen_parameters(grid) == (2.0, 0.0)


def test_of_equal_ones_the_first_is_chosen():
    grid = try_grid([2, 1], [0.5, 0.1], lambda k1, b: 0.5)
    assert chosen_parameters(grid) == (2.0, 0.5) and grid["chosen"].sum() == 1


def test_a_pair_inside_widens_nothing():
    mean_ap, asked = peak(1.2, 0.4)
    k1, b = [0.6, 1.2, 2.0], [0.3, 0.4, 0.75]
    grid = try_grid(k1, b, mean_ap)
    assert asked == [(x, y) for x in k1 for y in b]
    assert describe_edges(grid, k1, b) == []


def test_k1_doubles_until_the_best_is_inside():
    mean_ap, asked = peak(5, 0.4)
    k1, b = [1.0, 2.0], [0.3, 0.4, 0.5]
    grid = try_grid(k1, b, mean_ap)
    assert len(set(asked)) == len(asked) and asked[6:] == [(x, y) for x in (4.0, 8.0) for y in b]
    assert chosen_parameters(grid) == (4.0, 0.4)
    assert describe_edges(grid, k1, b) == [
        "k1 was best at the edge of its values (1 to 2), so 4, 8 were tried too."
    ]


@pytest.mark.parametrize(
    ("best", "beyond", "last", "word"),
    [(1e6, [4, 8, 16, 32], 32.0, "larger"), (-1e6, [0.5, 0.25, 0.125, 0.0625], 0.0625, "smaller")],
)
def test_k1_goes_on_four_times_at_most_and_the_edge_is_told(best, beyond, last, word):
    k1, b = [1.0, 2.0], [0.4]
    grid = try_grid(k1, b, peak(best, 0.4)[0])
    assert grid["k1"].tolist() == [*k1, *beyond]
    assert chosen_parameters(grid) == (last, 0.4)
    told, edge = describe_edges(grid, k1, b)
    assert told.startswith("k1 was best at the edge of its values (1 to 2), so ")
    assert edge == f"The chosen k1, {last:g}, is the edge still: no {word} one was tried."


@pytest.mark.parametrize(
    ("best", "beyond"), [(1, [0.9, 1.0]), (0.85, [0.9, 1.0]), (0, [0.1, 0.0]), (0.7, [0.9])]
)
def test_b_goes_on_by_its_own_step_to_the_end_of_its_range(best, beyond):
    k1, b = [1.0, 2.0, 3.0], [0.3, 0.5, 0.7]
    grid = try_grid(k1, b, peak(2, best)[0])
    assert list(dict.fromkeys(grid["b"])) == [*b, *beyond]
    assert all(grid["k1"].isin(k1)) and len(grid) == 3 * grid["b"].nunique()
    [told] = describe_edges(grid, k1, b)
    assert told.startswith("b was best at the edge of its values (0.3 to 0.7), so ")


@pytest.mark.parametrize(
    ("k1", "b", "best", "chosen"),
    [
        ([1.0, 2.0, 3.0], [0, 0.5, 1], (2, 0), (2.0, 0)),
        ([1.0, 2.0, 3.0], [0, 0.5, 1], (2, 1), (2.0, 1)),
        ([0, 1.0], [0.4], (0, 0.4), (0, 0.4)),
        ([0.9], [0.4], (5, 1), (0.9, 0.4)),  # lists of one value
    ],
)
def test_ends_of_a_range_and_single_values_count_as_inside(k1, b, best, chosen):
    grid = try_grid(k1, b, peak(*best)[0])
    assert len(grid) == len(k1) * len(b) and chosen_parameters(grid) == chosen
    assert describe_edges(grid, k1, b) == []


def test_both_go_on_and_every_pair_is_tried():
    k1, b = [1.0, 2.0], [0.4, 0.7]
    grid = try_grid(k1, b, peak(4, 1)[0])
    pairs = set(zip(grid["k1"], grid["b"], strict=True))
    assert pairs == {(x, y) for x in (1.0, 2.0, 4.0, 8.0) for y in (0.4, 0.7, 1.0)}
    assert len(pairs) == len(grid) and chosen_parameters(grid) == (4.0, 1.0)
    assert [text.split()[0] for text in describe_edges(grid, k1, b)] == ["k1", "b"]
