import pytest

from paperpool.scisumm.judge.python2 import dict_order, string_hash


@pytest.mark.parametrize(
    ("keys", "order"),
    [  # printed by CPython 2.7.18
        (["90", "91"], ["91", "90"]),
        (["9", "10", "11"], ["9", "10", "11"]),
        (["5", "13", "21", "1", "8", "205"], ["13", "205", "21", "1", "5", "8"]),
        (
            [*(str(i) for i in range(20, 33)), 1, 2],
            ["24", "25", "26", "27", "20", "21", "22", "23", "32", "31", "30", "28", "29", 1, 2],
        ),
    ],
)
def test_keys_come_as_python_2_gives_them(keys, order):
    assert dict_order(keys) == order


def test_hashes_are_those_of_python_2():
    assert [string_hash(text) for text in ("", "a", "90")] == [0, 12416037344, 7296043833065817]
