"""Folds that keep a query paper in one half, in the release's form."""

from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.collection import Collection, Judgments
from paperpool.collections.csfcube_folds import check_folds
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.csfcube.paper_folds import make_folds

FACETS = default_scheme().facet_names


def problems(pairs, folds):
    judged = Judgments(("c",), (0,), {})
    collection = Collection({}, {}, dict.fromkeys(pairs, judged), folds)
    return list(check_folds(collection, "folds"))


def shared_papers(folds):
    first, second = folds["fold1_test"], folds["fold2_test"]
    return {query for query, _ in first} & {query for query, _ in second}


def test_papers_with_two_facets_stand_in_one_half():
    kinds = [("background", "method"), ("method", "result"), ("background", "result")]
    pairs = [(f"p{i}", facet) for i in range(9) for facet in kinds[i % 3]]
    folds = make_folds(pairs, FACETS, 1)
    assert problems(pairs, folds) == []
    assert shared_papers(folds["all"]) == set()
    for facet in FACETS:
        assert abs(len(folds[facet]["fold1_test"]) - len(folds[facet]["fold2_test"])) <= 2
        assert folds[facet]["fold1_dev"] == folds[facet]["fold2_test"]


def test_a_paper_is_parted_where_a_half_would_be_empty():
    ring = {"a": FACETS[:2], "b": FACETS[1:], "c": (FACETS[0], FACETS[2])}
    pairs = [(paper, facet) for paper, facets in ring.items() for facet in facets]
    folds = make_folds(pairs, FACETS, 1)
    assert problems(pairs, folds) == []


def test_a_facet_with_one_pair_has_an_empty_half_and_is_told():
    pairs = [("a", "method"), ("b", "method"), ("a", "result")]
    told = {problem.where for problem in problems(pairs, make_folds(pairs, FACETS, 1))}
    assert any("result" in where for where in told)
    assert not any("method" in where for where in told)


PAIRS = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(FACETS)), unique=True, min_size=1
)


@given(PAIRS, st.integers(0, 9), st.randoms())
def test_folds_hold_every_pair_once_whatever_the_order(pairs, seed, random):
    folds = make_folds(pairs, FACETS, seed)
    shuffled = list(pairs)
    random.shuffle(shuffled)
    assert make_folds(shuffled, FACETS, seed) == folds
    for part, of_part in folds.items():
        wanted = sorted(pair for pair in pairs if part in ("all", pair[1]))
        assert sorted(of_part["fold1_test"] + of_part["fold2_test"]) == wanted
        assert sorted(of_part["fold1_dev"]) == sorted(of_part["fold2_test"])
        if part != "all" and len(wanted) > 1:
            assert of_part["fold1_test"] and of_part["fold2_test"]


def test_the_releases_papers_can_be_halved_evenly(real_data):
    collection = read_collection(real_data("csfcube"))
    folds = make_folds(collection.pairs(), FACETS, 13)
    assert problems(collection.pairs(), folds) == []
    assert shared_papers(folds["all"]) == set()
    assert len(shared_papers(collection.folds["all"])) == 7
    for facet in FACETS:
        assert abs(len(folds[facet]["fold1_test"]) - len(folds[facet]["fold2_test"])) <= 1
