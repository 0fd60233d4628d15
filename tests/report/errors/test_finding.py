from hypothesis import given
from hypothesis import strategies as st

from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.report.errors.finding import find_errors

GRADES = {f"c{i:02}": 0 for i in range(1, 26)}
"""Of 25 candidates, ranked by their ids; the tests say which are relevant or related."""


def find(ranking=None, **grades):
    return find_errors(sorted(GRADES) if ranking is None else ranking, GRADES | grades)


def test_irrelevant_candidates_among_the_first_twenty_are_false_positives_by_rank():
    relevant = {f"c{i:02}": 2 for i in range(3, 20)}
    errors = find(c02=1, **relevant)
    assert errors.false_positives == ["c01", "c02", "c20"]  # c21 to c25 are not retrieved
    assert errors.false_negatives == []


def test_relevant_candidates_below_the_first_twenty_are_false_negatives_the_lowest_first():
    errors = find(c01=3, c20=2, c21=2, c22=1, c24=3, c25=2)
    assert errors.false_negatives == ["c25", "c24", "c21"]
    assert (errors.ranks["c01"], errors.ranks["c25"]) == (1, 25)


def test_relevant_candidates_that_are_not_ranked_come_first():
    ranking = [c for c in sorted(GRADES) if c not in ("c05", "c03", "c04")]
    errors = find(ranking, c03=2, c04=1, c05=3, c24=2)
    assert errors.false_negatives == ["c03", "c05", "c24"]
    assert "c03" not in errors.ranks and errors.ranks["c24"] == 21


def test_a_query_without_a_ranking_has_every_relevant_candidate_missed():
    errors = find([], c07=3)
    assert (errors.false_positives, errors.false_negatives, errors.ranks) == ([], ["c07"], {})


@given(st.lists(st.integers(0, 3), max_size=60), st.randoms())
def test_what_is_retrieved_is_relevant_or_an_error(grades, random):
    by_id = {str(i): grade for i, grade in enumerate(grades)}
    ranking = list(by_id)
    random.shuffle(ranking)
    errors = find_errors(ranking, by_id)
    found = [c for c in ranking[:CUTOFF] if by_id[c] >= 2]
    assert len(found) + len(errors.false_positives) == len(ranking[:CUTOFF])
    assert len(found) + len(errors.false_negatives) == sum(grade >= 2 for grade in grades)
    assert errors.false_positives == sorted(errors.false_positives, key=errors.ranks.get)
