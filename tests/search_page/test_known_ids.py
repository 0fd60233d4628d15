"""Ids of public sites, as they are typed and copied."""

import pytest

from paperpool.corpus.public_ids import restore_arxiv_id
from paperpool.search_page.known_ids import read_known_id

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("text", "kind", "first"),
    [
        ("10.1/x", None, None),
        ("10.1145/ABC_1", "DOI", ("doi", ("10.1145/abc_1",))),
        (" doi: 10.1145/abc. ", "DOI", ("doi", ("10.1145/abc",))),
        ("https://doi.org/10.1145%2Fabc(1)2", "DOI", ("doi", ("10.1145/abc(1)2",))),
        ("http://dx.doi.org/10.1145/abc", "DOI", ("doi", ("10.1145/abc",))),
        ("1706.03762", "arXiv id", ("arxiv_id", ("1706.03762",))),
        ("arXiv:1706.03762v5", "arXiv id", ("arxiv_id", ("1706.03762",))),
        ("https://arxiv.org/abs/1706.03762v1", "arXiv id", ("arxiv_id", ("1706.03762",))),
        ("https://arxiv.org/pdf/0704.0001v2.pdf", "arXiv id", ("arxiv_id", ("0704.0001",))),
        ("hep-th/9901001v3", "arXiv id", ("arxiv_id", ("hep-th/9901001",))),
        ("arxiv.org/abs/math.GT/0309136", "arXiv id",
         ("arxiv_id", ("math.gt/0309136", "math/0309136"))),
        ("P18-1001", "ACL id", ("acl_id", ("p18-1001",))),
        ("https://aclanthology.org/2020.acl-main.1/", "ACL id", ("acl_id", ("2020.acl-main.1",))),
        ("https://aclanthology.org/P18-1001.pdf", "ACL id", ("acl_id", ("p18-1001",))),
        ("https://www.aclweb.org/anthology/P/P18/P18-1001", "ACL id", ("acl_id", ("p18-1001",))),
        ("CorpusID:13756489", "Semantic Scholar id", ("paper_id", ("13756489",))),
        ("https://api.semanticscholar.org/CorpusID:13756489", "Semantic Scholar id",
         ("paper_id", ("13756489",))),
        (f"https://www.semanticscholar.org/paper/Some-Title-Vaswani/{SHA}?sort=x",
         "Semantic Scholar id", ("paper_id", (SHA,))),
        ("https://example.org/abs/1706.03762", None, None),
        ("Attention is all you need", None, None),
        ("", None, None),
        ("2001: a corpus", None, None),
    ],
)  # fmt: skip
def test_an_id_is_read_with_or_without_its_site(text, kind, first):
    known = read_known_id(text)
    if kind is None:
        assert known is None
    else:
        column, ids = known.columns[0]
        assert (known.kind, column, ids[: len(first[1])]) == (kind, *first)


def test_the_dois_of_arxiv_and_the_anthology_are_looked_for_in_their_columns_too():
    arxiv = read_known_id("https://doi.org/10.48550/arXiv.1706.03762")
    assert arxiv.columns[1] == read_known_id("1706.03762").columns[0]
    acl = read_known_id("10.18653/v1/P18-1001")
    assert acl.columns[1] == ("acl_id", ("p18-1001",))


def test_a_long_text_is_no_id_and_read_at_once():
    assert read_known_id("10.1145/ " * 10_000) is None
    assert read_known_id("https://www.aclweb.org/anthology/" + "a/" * 20_000) is None


@pytest.mark.parametrize(
    ("stored", "arxiv"),
    [
        ("811.1974", "0811.1974"),
        ("1911.0197100000003", "1911.01971"),
        ("1801.0843899999998", "1801.08439"),
        ("1706.0376", "1706.03760"),
        ("1312.61", "1312.6100"),
    ],
)
def test_an_id_that_a_corpus_took_for_a_number_is_found_and_restored(stored, arxiv):
    assert restore_arxiv_id(stored) == arxiv
    assert stored in read_known_id(arxiv).columns[0][1]
