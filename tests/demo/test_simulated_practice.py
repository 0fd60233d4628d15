"""Imagined practice: the same for the same seed, two who pass and one who guesses."""

from paperpool.annotation.exports import read_exports
from paperpool.annotation.practice import PRACTICE, draw_practice, settle_titles, settled_pairs
from paperpool.annotation.practice_scores import group_grades, score_practice
from paperpool.demo.collection import make_collection
from paperpool.demo.simulated_practice import GUESSER, write_practice


def test_whoever_guesses_does_not_pass(plan, tmp_path):
    collection = make_collection(plan, 8)
    pairs = draw_practice(settled_pairs(collection), 24, 13, ())
    settled = settle_titles(pairs, collection.papers)
    for name in ("a", "b"):
        write_practice(settled, 13, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    read = read_exports([tmp_path / "a"], [pair.item for pair in settled], [PRACTICE])
    table = score_practice(group_grades(read.rows), settled, 0.6)
    passed = table[table.facet == "all"].set_index("annotator").passed
    assert passed.to_dict() == {"1": "yes", "2": "yes", str(GUESSER): "no"}
