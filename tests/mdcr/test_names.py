"""Names in MDCR."""

from paperpool.collections.mdcr_benchmark import RELEASE
from paperpool.extras.demo.latent import FIELDS
from paperpool.mdcr.names import MAG_FIELDS, score_files


def test_the_fields_are_those_of_the_demo():
    assert MAG_FIELDS == FIELDS and len(MAG_FIELDS) == 19


def test_the_release_has_four_files():
    assert sorted(RELEASE) == [
        "mdcr_test.json",
        "mdcr_test_data.jsonl",
        "mdcr_val.json",
        "mdcr_val_data.jsonl",
    ]


def test_a_path_with_a_split_stands_for_two_files():
    assert score_files("a/{split}/x.json") == ["a/val/x.json", "a/test/x.json"]
    assert score_files("a/x.json") == ["a/x.json"]
