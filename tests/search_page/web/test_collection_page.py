"""The page of a user's collection: its topics and judgments, without invented ones."""

import csv
import io
import json
import re
from html import unescape
from urllib.parse import quote

import pytest

from paperpool.search_page.engine import open_run
from paperpool.search_page.web.app import create_app
from paperpool.search_page.web.views import FEW

from ...made.folders import DOCUMENTS, TOPICS, write_beir, write_faceted
from ...made.in_browser import follow
from ...made.page_checker import Checker
from ...made.search_run import write_run
from .test_app import alert_of, post, text_of

ODD = "../<u>&\"'=#%/é 1"
"""An id that is neither a path, nor markup, nor an address."""

MARKUP = "<script>alert('trees')</script>"

MANY = {f"more-{i}": f"Trees of the sea {i}." for i in range(FEW)}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    results = tmp_path_factory.mktemp("results")
    folder = write_beir(
        results / "in/beir",
        documents={**DOCUMENTS, ODD: (MARKUP, "Graphs of trees.")},
        topics={**TOPICS, ODD: f"{MARKUP} and graphs", **MANY},
        grades={
            "1": {"a": 2, "b": 0, "c": 1},
            ODD: {ODD: 3, "a": 0},
            **{i: {"a": 1} for i in MANY},
        },
    )
    others = {"beir": {**folder, "relevant": 2}, "own": write_faceted(results / "in/own")}
    write_run(results, "foreign", corpus=False, others=others)
    return results


@pytest.fixture(scope="module")
def engine(results):
    return open_run("foreign", results)


@pytest.fixture(scope="module")
def faceted(results):
    return create_app(open_run("foreign/own", results)).test_client()


def badges(response):
    """Return the class and the words of each result's judgment."""
    return re.findall(r'<span class="badge ([a-z]+)">([^<]*)</span>', response.text)


def test_the_start_page_offers_the_topics_by_id_and_text(client):
    response = client.get("/")
    text = text_of(response)
    assert "run foreign, collection beir, 6 papers" in text
    assert f"1 {TOPICS['1']}" in text and f"{ODD} {MARKUP} and graphs" in text
    assert "2 more topics" in text
    links = [unescape(link) for link in re.findall(r'href="(/search[^"]*)"', response.text)]
    assert links[0] == "/search?topic=1" and len(links) == 2 + len(MANY)
    assert "make app RUN=foreign/own" in text
    assert "year" not in text.lower() and "background" not in text.lower()


def test_what_a_collection_lacks_has_no_controls_and_is_not_made_up(client):
    for query in ("topic=1", "paper=a", "topic=1&why=a", "paper=a&sentence=1"):
        response = client.get(f"/search?{query}")
        text = text_of(response)
        assert response.status_code == 200
        names = {attributes.get("name") for _, attributes in Checker(response.text).tags}
        assert not names & {"facet", "from", "to", "field", "encoder", "loss"}
        for word in ("Year", "Filters", "No label", "Cited", "cited", "Method", "of 3"):
            assert word not in text, (query, word)


def test_results_of_a_topic_say_what_was_judged(client):
    response = client.get("/search?topic=1")
    assert "Judged for topic 1: 3 papers, 1 of them relevant (from grade 2 on)." in text_of(
        response
    )
    assert sorted(badges(response)) == [
        ("irrelevant", "judged 0"),
        ("irrelevant", "judged 1"),
        ("relevant", "judged 2"),
        *[("unjudged", "not judged")] * 3,
    ]
    assert '<input type="hidden" name="topic" value="1">' in response.text
    why = text_of(client.get("/search?topic=1&why=a"))
    assert "Judged for the topic" in why


def test_a_question_that_is_no_topic_as_it_stands_shows_no_judgments(client):
    ticked = client.get("/search?topic=1&sentence=1")
    assert badges(ticked) == [] and "This is not topic 1 unchanged" in text_of(ticked)
    assert 'href="/search?topic=1">Untick all' in ticked.text
    assert badges(client.get("/search?paper=a")) == []
    assert badges(post(client, abstract=TOPICS["1"])) == []


def test_ids_of_others_are_escaped_and_lead_back(client):
    response = client.get("/search", query_string={"topic": ODD, "n": "6"})
    text = text_of(response)
    assert response.status_code == 200 and f"Topic {ODD}" in text and f"id {ODD}" in text
    assert "<script>alert" not in response.text and "<u>" not in response.text
    assert ("relevant", "judged 3") in badges(response)
    links = [unescape(link) for link in re.findall(r'href="(/search[^"#]*)', response.text)]
    for link in (link for link in links if quote(ODD[3:6]) in link):
        page = client.get(link)
        assert page.status_code == 200 and text_of(page)
    assert any("why=" in link for link in links)


def test_a_topic_that_is_not_there_is_named(client):
    response = client.get("/search?topic=%3Cb%3E")
    assert response.status_code == 404
    assert alert_of(response).startswith("There is no topic '<b>'. Known: 1, ../<u>")
    assert client.get(f"/search?topic={'t' * 1001}").status_code == 400
    assert "no years" in alert_of(client.get("/search?topic=1&from=1999"))


def test_results_of_a_topic_are_saved_with_their_grades(client):
    saved = client.get("/export/csv?topic=1").text
    rows = {row["paper_id"]: row for row in csv.DictReader(io.StringIO(saved, newline=""))}
    assert (rows["a"]["grade"], rows["d"]["grade"], rows["a"]["cited"]) == ("2", "", "")
    found = json.loads(client.get("/export/json?topic=1").text)
    assert found["query"]["topic"] == "1"


def test_a_collection_with_labels_keeps_its_facets(faceted):
    start = faceted.get("/")
    assert 'href="/search?topic=q&amp;facet=method"' in start.text
    assert "q T Method" in text_of(start)
    page = faceted.get("/search?topic=q&facet=method")
    assert {said for _, said in badges(page)} == {"judged 1", "not judged"}
    assert "Searching by topic q" in text_of(page) and 'name="facet"' in page.text
    assert badges(faceted.get("/search?topic=q")) == []


def test_a_topic_is_asked_in_a_browser(page):
    page.get_by_text("2 more topics").click()
    follow(page, page.get_by_role("link", name=MARKUP))
    assert page.locator("h1").inner_text() == f"Topic {ODD}"
    assert page.locator(".badge.relevant").inner_text() == "judged 3"
    page.get_by_label("Ranker").select_option("sentences")
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert "ranker=sentences" in page.url
    assert page.locator("h1").inner_text() == f"Topic {ODD}"
    assert page.locator(".badge.relevant").inner_text() == "judged 3"
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 400


def test_a_topic_can_be_asked_among_what_was_judged_for_it(client):
    everything = client.get("/api/search?topic=1").json
    judged = client.get("/api/search?topic=1&within=pool").json
    assert 0 < judged["n_candidates"] < everything["n_candidates"]
    assert all(result["grade"] is not None for result in judged["results"])
    assert 'value="pool" selected' in client.get("/search?topic=1&within=pool").text
    assert client.get("/search?paper=a&within=pool").status_code == 400
