"""The page of a user's collection: its papers, and nothing that it lacks."""

import re
from html import unescape
from urllib.parse import quote

import pytest

from paperpool.extras.search_page.engine import open_run

from ...made.folders import DOCUMENTS, TOPICS, write_beir
from ...made.page_checker import Checker
from ...made.search_run import write_run
from .test_app import alert_of, post, text_of

ODD = "../<u>&\"'=#%/é 1"
"""An id that is neither a path, nor markup, nor an address."""

MARKUP = "<script>alert('trees')</script>"


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    results = tmp_path_factory.mktemp("results")
    folder = write_beir(
        results / "in/beir",
        documents={**DOCUMENTS, ODD: (MARKUP, "Graphs of trees.")},
        topics=TOPICS,
        grades={"1": {"a": 2, "b": 0, "c": 1}},
    )
    write_run(results, "foreign", corpus=False, others={"beir": folder})
    return open_run("foreign", results)


def test_the_start_page_names_the_collection_and_offers_papers_of_it(client):
    response = client.get("/")
    text = text_of(response)
    assert "run foreign, collection beir, 6 papers" in text
    assert "By a paper of this collection" in text and "Graphs" in text
    assert "year" not in text.lower() and "background" not in text.lower()


def test_what_a_collection_lacks_has_no_controls_and_is_not_made_up(client):
    for response in (client.get("/search?paper=a&sentence=1"), post(client, abstract=TOPICS["1"])):
        text = text_of(response)
        assert response.status_code == 200
        names = {attributes.get("name") for _, attributes in Checker(response.text).tags}
        assert not names & {"facet", "from", "to", "field"}
        for word in ("Year", "Filters", "No label", "Cited", "cited", "Method", "graded"):
            assert word not in text, word
    assert "no years" in alert_of(client.get("/search?paper=a&from=1999"))


def test_ids_of_others_are_escaped_and_lead_back(client):
    response = client.get("/search", query_string={"paper": "a", "n": "6"})
    assert response.status_code == 200 and f"id {ODD}" in text_of(response)
    assert "<script>alert" not in response.text and "<u>" not in response.text
    links = [unescape(link) for link in re.findall(r'href="(/search[^"#]*)', response.text)]
    (link,) = {link for link in links if quote(ODD[3:6]) in link}
    page = client.get(link)
    assert page.status_code == 200 and f"Searching by paper {ODD}" in text_of(page)
