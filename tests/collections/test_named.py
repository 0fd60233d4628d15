"""The name of a collection that a run scores, and its folder."""

import pytest

from paperpool.collections.named import UNNAMED, name_by_folder, read_named


def test_a_name_stands_before_the_folder_or_is_that_of_the_folder():
    assert read_named({"acl-methods": "any/where"}) == ("acl-methods", "any/where")
    assert read_named("data/medicine") == ("medicine", "data/medicine")


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("results/mine/annotation/release", "mine"),
        ("data/csfcube", UNNAMED),
        ("data/CSFCube-1.1", UNNAMED),
        ("/", UNNAMED),
    ],
)
def test_a_folder_of_a_run_has_the_runs_name_and_csfcubes_none(folder, name):
    assert name_by_folder(folder) == name
