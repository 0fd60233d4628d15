"""Public ids are written alike, in any spelling."""

import pytest

from paperpool.workflow.corpus.public_ids import list_public_ids, restore_arxiv_id


@pytest.mark.parametrize("stored", ["1706.03762", "0704.0001", "hep-th/9901001", None])
def test_arxiv_ids_that_are_no_numbers_stay(stored):
    assert restore_arxiv_id(stored) == stored


@pytest.mark.parametrize(
    ("stated", "alike"),
    [
        ({"doi": "10.1145/ABC.1"}, {"doi": "https://doi.org/10.1145/abc.1"}),
        ({"arxiv_id": "1911.01971v2"}, {"arxiv_id": "1911.0197100000003"}),
        ({"arxiv_id": "math.GT/0309136"}, {"arxiv_id": "math/0309136v1"}),
        ({"arxiv_id": "0811.1974"}, {"doi": "10.48550/arXiv.0811.1974"}),
        ({"acl_id": "P07-1040", "year": "2007"}, {"acl_id": " p07-1040", "doi": 7}),
    ],
)
def test_the_same_id_is_equal_in_every_form(stated, alike):
    found = list(list_public_ids(stated))
    assert len(found) == 1 and found == list(list_public_ids(alike))


@pytest.mark.parametrize("stated", [None, {}, {"doi": None}, {"doi": ""}, {"arxiv_id": ["1"]}])
def test_what_is_no_id_is_unknown(stated):
    assert list(list_public_ids(stated)) == []
