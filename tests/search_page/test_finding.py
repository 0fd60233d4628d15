"""Papers are found by the ids that they have elsewhere, among the run's own tables."""

from functools import partial

import pytest

from paperpool.errors import UserError
from paperpool.io.tables import PAPERS
from paperpool.search.stored_terms import store_terms
from paperpool.search_page import papers as module
from paperpool.search_page.finding import find_paper
from paperpool.search_page.papers import Papers
from paperpool.search_page.stored_papers import store_papers
from paperpool.search_page.titles import TitleSearch, split_title

from ..made.tables import write_rows

ROWS = [
    {"paper_id": "1", "title": "One", "doi": "10.1000/Ab.1", "arxiv_id": "math/0309136"},
    {"paper_id": "2", "title": "Two", "doi": "10.1000/ab.2", "acl_id": "P18-1001"},
    {"paper_id": "3", "title": "Three", "doi": "10.1000/AB.2", "arxiv_id": "1706.03762"},
    {"paper_id": "W99-0001", "title": "Four", "arxiv_id": None},
]


def open_finder(file):
    """Return a finder of the papers of a table, which is indexed beside it."""
    store_papers([file], None, file.parent)
    papers = Papers(file.parent)
    (file.parent / "titles").mkdir()
    split = [split_title(papers.at(row)["title"]) for row in range(len(papers))]
    store_terms(split, file.parent / "titles")
    titles = TitleSearch(file.parent / "titles")
    return partial(find_paper, papers=papers, titles=titles, run="made")


@pytest.fixture(scope="module", params=[2**18, 2])
def finder(request, tmp_path_factory):
    """A finder over four papers; the second reads two rows at a time."""
    file = tmp_path_factory.mktemp("papers") / "papers.parquet"
    write_rows(file, ROWS, PAPERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_PART", request.param)
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
