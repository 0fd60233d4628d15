"""Actions on the page's results: unfold, search by a label, go on."""

import re
from html import unescape

import pytest

from paperpool.extras.search_page.web.app import create_app

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


def test_a_label_of_a_result_searches_by_its_facet(client):
    response = client.get("/search?paper=10&facet=result&from=2016&sentence=1&page=1")
    found = addresses(response)
    assert "/search?paper=11&facet=method&from=2016" in found
    assert client.get(found[-1]).status_code == 200


@pytest.mark.parametrize("pasted", [False, True])
def test_a_label_of_the_example_is_a_button_and_so_are_pages(engine, pasted):
    engine.paste = lambda title, abstract: engine.look_up("10")
    client = create_app(engine).test_client()
    sent = {"facet": "result", "n": "2", "sentence": "1", "from": "2015"}
    if pasted:
        response, subject = post(client, abstract=ABSTRACT, **sent), ["title", "abstract"]
    else:
        response, subject = client.get("/search", query_string={"paper": "10"} | sent), ["paper"]
    text_of(response)
    assert '<button class="link tag" form="by-facet" name="facet" value="background"' in (
        response.text
    )
    assert fields_of(response, "by-facet") == [*subject, "n", "from"]
    assert '<button class="link" form="further" name="page" value="2">Next' in response.text
    assert fields_of(response, "further") == [*subject, "facet", "n", "from", "sentence"]
    assert ("abstract" in response.request.url) is False


def fields_of(response, form_id):
    """Return the names of the hidden fields of a form."""
    form = re.search(rf'<form id="{form_id}".*?</form>', response.text, re.DOTALL)[0]
    return re.findall(r'type="hidden" name="(\w+)"', form)


def test_pages_are_addresses_that_can_be_kept(client):
    first = client.get("/search?paper=10&facet=method&n=2")
    assert "Page 1: results 1 to 2" in text_of(first) and "Previous" not in text_of(first)
    second = client.get("/search?paper=10&facet=method&n=2&page=2")
    assert "Page 2: results 3 to 3" in text_of(second) and "Next" not in text_of(second)
    assert 'form="further" name="page" value="1">← Previous' in second.text
    assert fields_of(second, "shown") == ["paper", "facet", "n", "page"]
    assert "/search?paper=13&facet=method&n=2" in addresses(second)  # from a result: page 1


def test_a_page_that_is_not_there_says_so(client):
    response = client.get("/search?paper=10&page=9")
    assert response.status_code == 404
    assert alert_of(response).startswith("There is no page 9: 3 papers in all.")
    assert "whole number from 1 to 1000" in alert_of(client.get("/search?paper=10&page=0"))


def test_authors_and_citations_are_shown_where_they_are_known(client):
    response = client.get("/search?paper=10")
    assert response.text.count("<span>Ann &lt;i&gt;Lee, Bo</span>") == 1
    assert "<i>" not in response.text and text_of(response).count("cited by 1,234") == 1
    assert "cited by 0" not in text_of(response)


@pytest.mark.parametrize("pasted", [False, True])
def test_a_result_can_be_asked_for_more_or_less_of(client, engine, pasted):
    if pasted:
        response = post(client, abstract=ABSTRACT, like="12", unlike="11")
    else:
        response = client.get("/search?paper=10&like=12&unlike=11&from=2015")
        assert "/search?paper=13&from=2015" in addresses(response)  # another paper begins anew
        assert fields_of(response, "further") == ["paper", "from", "like", "unlike"]
    assert (engine.asked[-1][1].like, engine.asked[-1][1].unlike) == (("12",), ("11",))
    text = text_of(response)
    assert "And like" in text and "Less like" in text
    for kind, paper in (("like", "12"), ("unlike", "11")):
        box = f'<input type="checkbox" form="search" name="{kind}" value="{paper}" checked>'
        assert box in response.text
        assert f'form="further" name="{kind}" value="13"' in response.text


def test_too_many_papers_are_refused_and_what_is_typed_is_escaped(client):
    response = client.get("/search?paper=10" + "".join(f"&like={i}" for i in range(11)))
    assert response.status_code == 400
    assert "too many" in alert_of(response)
    unknown = client.get("/search?paper=10&like=zz<b>")
    assert (unknown.status_code, alert_of(unknown)[:28]) == (400, "No paper is like 'zz<b>'. Tr")
    assert "<b>" not in unknown.text
