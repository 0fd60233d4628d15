"""Papers are found by the ids that they have elsewhere, among the run's own tables."""

from functools import partial

import pytest

from paperpool.errors import UserError
from paperpool.extras.search_page import papers as module
from paperpool.extras.search_page.finding import find_paper, read_known_id
from paperpool.extras.search_page.papers import Papers, store_papers
from paperpool.extras.search_page.words import TITLES, TitleSearch
from paperpool.io.tables import PAPERS
from paperpool.search.term_index import store_terms
from paperpool.workflow.corpus.public_ids import restore_arxiv_id

from ..made.tables import write_rows

ROWS = [
    {"paper_id": "1", "title": "One", "doi": "10.1000/Ab.1", "arxiv_id": "math/0309136"},
    {"paper_id": "2", "title": "Two", "doi": "10.1000/ab.2", "acl_id": "P18-1001"},
    {"paper_id": "3", "title": "Three", "doi": "10.1000/AB.2", "arxiv_id": "1706.03762"},
    {"paper_id": "W99-0001", "title": "Four", "arxiv_id": None},
]


def open_finder(file):
    """Return a finder of the papers of a table; the index is beside the table."""
    store_papers([file], None, file.parent)
    papers = Papers(file.parent)
    (file.parent / "titles").mkdir()
    named = [papers.at(row)["title"] for row in range(len(papers))]
    store_terms(named, file.parent / "titles", TITLES)
    titles = TitleSearch(file.parent / "titles")
    return partial(find_paper, papers=papers, titles=titles, run="made")


@pytest.fixture(scope="module", params=[2**18, 2])
def finder(request, tmp_path_factory):
    """A finder over four papers; the second stores two rows at a time."""
    file = tmp_path_factory.mktemp("papers") / "papers.parquet"
    write_rows(file, ROWS, PAPERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BATCH_ROWS", request.param)
        yield open_finder(file)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("3", 2),
        ("https://doi.org/10.1000/aB.1", 0),
        ("arXiv:math.GT/0309136v2", 0),
        ("https://arxiv.org/pdf/1706.03762v7", 2),
        ("10.48550/arXiv.1706.03762", 2),
        ("https://aclanthology.org/P18-1001/", 1),
        ("https://aclanthology.org/W99-0001", 3),
        ("https://api.semanticscholar.org/CorpusID:2", 1),
        ("three", 2),
    ],
)
def test_a_paper_is_found_by_any_of_its_ids(finder, text, row):
    assert finder(text) == row


def test_papers_of_one_id_are_all_offered(finder):
    assert finder("doi:10.1000/AB.2") == [1, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://doi.org/10.1000/zz", "No paper of the run has this DOI: '10.1000/zz'."),
        ("CorpusID:7", "No paper of the run has this Semantic Scholar id: '7'."),
        ("zzz", "No paper has this id, and no title is like it: 'zzz'."),
    ],
)
def test_an_unknown_id_is_named(finder, text, message):
    with pytest.raises(UserError) as caught:
        finder(text)
    assert caught.value.problems[0].what == message


def test_a_run_without_such_ids_says_so(tmp_path):
    rows = [{"paper_id": "1", "title": "One"}]
    file = write_rows(tmp_path / "papers.parquet", rows, PAPERS)
    with pytest.raises(UserError, match="knows no arXiv id of any paper"):
        open_finder(file)("1706.03762")


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
