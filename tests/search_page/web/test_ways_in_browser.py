"""The ways into a run of many papers, in a browser: ids of other sites, several papers."""

import pytest

from paperpool.search_page.engine import open_run

from ...made.in_browser import follow, press_enter
from ...made.search_run import write_run
from ...made.tables import FILTERED, write_rows

FIELD = "Title, id, DOI, arXiv or ACL id"
SHA = "0123456789abcdef0123456789abcdef01234567"
N_MANY = 60

WITH_IDS = [
    {"paper_id": "501", "title": "Barley tea", "doi": "10.1000/Tea.1", "n_inbound": 1234},
    {"paper_id": "502", "title": "Rice tea", "arxiv_id": "1706.03762", "n_inbound": 0},
    {"paper_id": "503", "title": "Milk tea", "acl_id": "P18-1001"},
    {"paper_id": SHA, "title": "Mint tea"},
    {"paper_id": "505", "title": "Lemon tea"},
    {"paper_id": "506", "title": "Lemon tea, again"},
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """A run of 75 papers and a collection, without an encoder: all but a few share their words."""
    results = tmp_path_factory.mktemp("results")
    folder = write_run(results, "ways", collection=True)
    rows = [row | {"abstract": "We brew tea. It tastes good."} for row in WITH_IDS]
    rows += [
        {"paper_id": f"m{i:02}", "title": f"Tea number {i}"}
        | {"abstract": f"We brew tea. {'Ice. ' * i}"}
        for i in range(N_MANY)
    ]
    rows = [row | {"in_csfcube": False} for row in rows]
    write_rows(folder / "corpus/papers/shard_9.parquet", rows, FILTERED)
    return open_run("ways", results)


def find(page, text):
    page.get_by_label(FIELD).fill(text)
    press_enter(page)


def ranks(page):
    return [int(rank.split()[-1]) for rank in page.locator("article .rank").all_inner_texts()]


def shown_titles(page):
    return page.locator("article h3").all_inner_texts()


def test_papers_are_found_by_the_ids_of_other_sites(page):
    for text, title in (
        ("https://doi.org/10.1000/tea.1", "Barley tea"),
        ("arXiv:1706.03762v5", "Rice tea"),
        ("https://arxiv.org/pdf/1706.03762", "Rice tea"),
        ("https://aclanthology.org/P18-1001/", "Milk tea"),
        (f"https://www.semanticscholar.org/paper/Mint-tea-Reader/{SHA}", "Mint tea"),
        ("https://api.semanticscholar.org/CorpusID:501", "Barley tea"),
    ):
        find(page, text)
        assert page.locator("h1").inner_text() == title, text
    find(page, "CorpusID:502")
    page.get_by_role("spinbutton", name="Results").fill("100")
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert "n=100" in page.url
    barley = page.locator("article", has_text="Barley tea")
    assert barley.get_by_role("link", name="10.1000/Tea.1").get_attribute("href") == (
        "https://doi.org/10.1000/Tea.1"
    )
    assert "cited by 1,234" in barley.inner_text()
    milk = page.locator("article", has_text="Milk tea")
    assert milk.get_by_role("link", name="P18-1001").get_attribute("href") == (
        "https://aclanthology.org/P18-1001"
    )


def test_more_and_less_like_this(page):
    page.goto(page.url + "search?paper=501&n=5")
    before = shown_titles(page)
    follow(page, page.get_by_role("button", name="More like this").first)
    more = page.locator(".others").inner_text()
    follow(page, page.get_by_role("button", name="Less like this").nth(2))
    assert page.locator(".others-title").all_inner_texts() == ["And like", "Less like"]
    assert before[0].split(" ", 1)[1].strip() in more
    assert before[0] not in shown_titles(page)
    page.get_by_label("Another paper to be like").fill("https://arxiv.org/abs/1706.03762")
    follow(page, page.get_by_role("button", name="Add"))
    assert page.locator(".others").first.locator("li").count() == 2
    for box in page.locator(".others input").all():
        box.uncheck()
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert page.locator(".others").count() == 0 and before == shown_titles(page)


@pytest.mark.parametrize("ranker", ["bm25", "sentences"])
def test_pages_go_on_beyond_fifty(page, ranker):
    page.goto(page.url + f"search?paper=501&n=25&ranker={ranker}")
    seen = shown_titles(page)
    for expected in ([*range(26, 51)], [*range(51, 75)]):
        follow(page, page.get_by_role("button", name="Next"))
        assert ranks(page) == expected
        seen += shown_titles(page)
    assert page.get_by_role("button", name="Next").count() == 0
    assert len({title.split(" ", 1)[1] for title in seen}) == len(seen) == 74
    follow(page, page.get_by_role("button", name="Previous"))
    assert ranks(page) == [*range(26, 51)]
