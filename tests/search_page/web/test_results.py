"""Actions on the page's results: unfold, search by a label, go on."""

import re
from dataclasses import replace
from html import unescape

from paperpool.search_page.model import JudgedPair
from paperpool.search_page.web.app import create_app

from .test_app import ABSTRACT, alert_of, post, text_of


def addresses(response):
    return [unescape(link) for link in re.findall(r'href="(/search[^"]*)"', response.text)]


def test_sentences_that_match_are_shown_and_the_whole_abstract_is_a_click_away(client):
    response = client.get("/search?paper=10&facet=method&n=1")
    article = re.search(r"<article.*?</article>", response.text, re.DOTALL)[0]
    shown, folded = article.split("<details", 1)
    assert re.findall(r'<li id="(r1-s\d)"', shown) == ["r1-s3"] and "<li" in shown
    assert folded.count("<li") == 4 and 'id="r1' not in folded.split("</details>")[0]
    assert "Whole abstract, 4 sentences" in folded


def test_a_label_searches_by_its_facet(client):
    response = client.get("/search?paper=10&facet=result&from=2016&sentence=1&page=1")
    found = addresses(response)
    assert "/search?paper=10&facet=background&from=2016" in found  # of the example
    assert "/search?paper=11&facet=method&from=2016" in found  # of a result
    assert client.get(found[-1]).status_code == 200


def test_a_label_of_a_pasted_text_is_a_button(engine):
    engine.paste = lambda title, abstract: engine.look_up("10")
    client = create_app(engine).test_client()
    response = post(client, title="Mine", abstract=ABSTRACT, facet="result")
    text_of(response)
    assert '<button class="link tag" form="by-facet" name="facet" value="background"' in (
        response.text
    )
    form = re.search(r'<form id="by-facet".*?</form>', response.text, re.DOTALL)[0]
    assert re.findall(r'name="(\w+)"', form) == ["title", "abstract"]


def test_pages_are_addresses_that_can_be_kept(client):
    first = client.get("/search?paper=10&facet=method&n=2")
    assert "Page 1: results 1 to 2" in text_of(first) and "Previous" not in text_of(first)
    (following,) = [a for a in addresses(first) if "page=" in a]
    assert following == "/search?paper=10&facet=method&n=2&page=2#results"
    second = client.get(following)
    assert "Page 2: results 3 to 3" in text_of(second) and "Next" not in text_of(second)
    assert "/search?paper=10&facet=method&n=2#results" in addresses(second)
    assert 'href="/export/csv?paper=10&amp;facet=method&amp;n=2&amp;page=2"' in second.text
    assert "/search?paper=13&facet=method&n=2" in addresses(second)  # from a result: page 1


def test_pages_of_a_pasted_text_are_buttons(client):
    response = post(client, abstract=ABSTRACT, n="2", page="1")
    text_of(response)
    assert '<button class="link" form="further" name="page" value="2">Next' in response.text
    form = re.search(r'<form id="further".*?</form>', response.text, re.DOTALL)[0]
    assert re.findall(r'name="(\w+)"', form) == ["title", "abstract", "n"]


def test_a_page_that_is_not_there_says_so(client):
    response = client.get("/search?paper=10&page=9")
    assert response.status_code == 404
    assert alert_of(response).startswith("There is no page 9: 3 papers in all.")
    assert "whole number from 1 to 1000" in alert_of(client.get("/search?paper=10&page=0"))


def test_authors_and_citations_are_shown_where_they_are_known(client):
    response = client.get("/search?paper=10")
    assert response.text.count("<span>Ann &lt;i&gt;Lee, Bo</span>") == 1
    assert "<i>" not in response.text and text_of(response).count("cited by 1,234") == 1
    assert "citations unknown" in text_of(response) and "cited by 0" not in text_of(response)


def test_a_result_can_be_asked_for_more_or_less_of(client, engine):
    first = client.get("/search?paper=10&facet=method&sentence=1&page=1")
    more, less = (
        f"/search?paper=10&facet=method&sentence=1&{kind}=11#results" for kind in ("like", "unlike")
    )
    assert {more, less} <= set(addresses(first))
    response = client.get("/search?paper=10&paper=12&unlike=11&from=2015")
    assert (engine.asked[-1][1].like, engine.asked[-1][1].unlike) == (("12",), ("11",))
    text = text_of(response)
    assert "And like" in text and "Less like" in text
    found = addresses(response)
    assert "/search?paper=10&from=2015&unlike=11" in found  # without the one to be like
    assert "/search?paper=10&from=2015&like=12&unlike=11&like=13#results" in found
    assert "/search?paper=13&from=2015" in found  # another paper begins anew
    assert '<input type="hidden" name="unlike" value="11">' in response.text


def test_a_pasted_text_can_be_asked_with_beside_papers(client, engine):
    response = post(client, abstract=ABSTRACT, like="12")
    assert engine.asked[-1][1].like == ("12",)
    text_of(response)
    assert '<button class="link" form="further" name="unlike" value="11">' in response.text
    form = re.search(r'<form id="without-like1".*?</form>', response.text, re.DOTALL)[0]
    assert re.findall(r'name="(\w+)"', form) == ["title", "abstract"]


def test_too_many_papers_are_refused_and_what_is_typed_is_escaped(client):
    response = client.get("/search?paper=10" + "".join(f"&like={i}" for i in range(11)))
    assert response.status_code == 400
    assert "too many" in alert_of(response)
    unknown = client.get("/search?paper=10&like=zz<b>")
    assert (unknown.status_code, alert_of(unknown)[:28]) == (400, "No paper is like 'zz<b>'. Tr")
    assert "<b>" not in unknown.text


def test_judged_queries_are_listed_with_their_facets(engine):
    pairs = [
        JudgedPair(p, f"Title {p} <i>", f, 3) for p in ("10", "11") for f in ("method", "result")
    ]
    engine.facts = replace(engine.facts, pairs=tuple(pairs))
    client = create_app(engine).test_client()
    response = client.get("/")
    assert "Title 11 <i>: Method of Title 11 <i> 3 papers , Result" in text_of(response)
    address = "/search?paper=10&facet=result&within=pool"
    assert address in addresses(response)
    shown = client.get(address)
    assert engine.asked[-1][1].within == "pool" and 'value="pool" selected' in shown.text
    assert re.search(r'<select [^>]*name="within"', shown.text)
    assert "/search?paper=11&facet=result" in addresses(shown)  # which need not have a pool


def test_a_run_without_judgments_has_no_pool(client):
    assert "no within 'pool'" in alert_of(client.get("/search?paper=10&within=pool"))


def test_figures_stand_beside_choices_and_the_best_is_the_default(engine):
    measured = {("bm25", None): 0.31, ("dense", "minilm"): 0.4, ("dense", "other"): 0.2}
    engine.facts = replace(engine.facts, measured=measured, best_ranker="dense")
    client = create_app(engine).test_client()
    response = client.get("/search?paper=10")
    text = text_of(response)
    assert "Words (BM25) · 0.310" in text and "Embeddings · 0.400" in text
    assert "other · 0.200" in text and "Scores are NDCG%20" in text
    assert engine.asked[-1][1].ranker == "dense"
    assert '<option value="dense" selected>' in response.text
    client.get("/search?paper=10&ranker=bm25")
    assert engine.asked[-1][1].ranker == "bm25"
    given = client.get("/api/run").json
    assert given["default_ranker"] == "dense"
    assert given["measured"][0] == {
        "ranker": "bm25", "encoder": None, "measure": "ndcg%20", "value": 0.31,
    }  # fmt: skip
