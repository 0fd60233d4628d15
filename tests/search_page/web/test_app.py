"""The page's answers, as a client without a browser gets them."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.extras.search_page.model import Filters, Settings, Suggestion
from paperpool.extras.search_page.web.app import create_app

from ...made.page_checker import Checker

ABSTRACT = "Sparse retrieval is old. We use dense vectors. They win."


def text_of(response):
    """Return the words of a page that is well formed and loads no address of other machines."""
    checker = Checker(response.text)
    for tag, attributes in checker.tags:
        for name in ("src", "action", "formaction"):
            assert (attributes.get(name) or "/").startswith("/")
        if tag == "a" and attributes["href"].startswith("http"):
            assert attributes["rel"] == "noreferrer noopener"
        assert "style" not in attributes and not any(name.startswith("on") for name in attributes)
    ids = [attributes["id"] for _, attributes in checker.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    described = [a[n] for _, a in checker.tags for n in ("for", "aria-labelledby") if n in a]
    assert set(described) <= set(ids)
    return re.sub(r"\s+", " ", " ".join(checker.text))


def alert_of(response):
    """Return the error messages of the page."""
    found = re.search(r'role="alert">(.*?)</div>', response.text, re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", "", found[1]))).strip() if found else None


def post(client, path="/search", **values):
    return client.post(path, data=values, content_type="multipart/form-data")


def test_the_start_page_offers_both_ways_and_the_examples(client):
    response = client.get("/")
    text = text_of(response)
    assert response.status_code == 200
    assert "run tiny, 4 papers" in text and "Ranking papers by their sentences" in text
    assert 'href="/search?paper=10"' in response.text
    assert alert_of(response) is None


@pytest.mark.parametrize("query", ["paper=10&facet=method", "paper=dense+retrieval", "paper=99"])
def test_a_paper_in_the_address_of_the_start_page_is_searched(client, query):
    response = client.get(f"/?{query}")
    searched = client.get(f"/search?{query}")
    assert (response.status_code, response.text) == (searched.status_code, searched.text)
    assert client.get("/?facet=method").status_code == 200


def test_an_unknown_or_hostile_id_in_the_address_is_a_message_and_no_path(client):
    for name in ("99", "../../etc/passwd", "<svg onload=zz>", "\x00", "9" * 900):
        response = client.get("/", query_string={"paper": name})
        assert response.status_code in (400, 404) and "<svg onload=zz" not in response.text
        assert alert_of(response)


def test_papers_of_a_corpus_without_queries_are_offered(engine):
    samples = (Suggestion("a/b", "One of <mine>", 2001), Suggestion("7", "", None))
    engine.facts = replace(engine.facts, examples=samples)
    response = create_app(engine).test_client().get("/")
    assert "For example One of <mine> 2001 Paper 7 year" in text_of(response)
    assert 'href="/search?paper=a%2Fb"' in response.text


def test_an_id_gives_results_in_order_with_what_is_known_of_them(client, engine):
    response = client.get("/search?paper=10&facet=method&n=2")
    text = text_of(response)
    assert response.status_code == 200
    assert "2 results of 3 papers" in text
    assert text.index("Sparse retrieval") < text.index("Dense vectors")
    assert "cited by the query" in text and "graded 3 of 3" in text and "graded 0 of 3" in text
    assert 'href="https://aclanthology.org/P18-1001"' in response.text
    assert engine.asked[0][1] == Settings(facet="method", n_results=2, ranker="bm25")


def test_grades_are_those_of_the_scheme(engine):
    scheme = default_scheme()
    higher = replace(scheme.grades[-1], number=4)
    engine.facts = replace(engine.facts, scheme=replace(scheme, grades=(*scheme.grades, higher)))
    page = create_app(engine).test_client().get("/search?paper=10&facet=method&n=2").text
    assert '<span class="badge relevant">graded 3 of 4</span>' in page
    assert '<span class="badge unlike">graded 0 of 4</span>' in page


def test_every_setting_reaches_the_engine(client, engine):
    client.get(
        "/search?paper=10&facet=result&ranker=trained&n=3&from=2016&to=2020"
        "&field=Physics&field=Mathematics&sentence=3&sentence=1"
    )
    filters = Filters(2016, 2020, ("Mathematics", "Physics"))
    assert engine.asked[0][1] == Settings("result", (0, 2), "trained", 3, filters)


def test_linked_sentences_point_at_each_other(client):
    page = client.get("/search?paper=10&facet=method").text
    assert re.search(r'<li id="r1-s3"[^>]*data-asked="3"', page)
    assert re.search(r'<a class="pair" href="#q3"', page)
    assert re.findall(r'href="#(r\d-s\d)"', page) == ["r1-s3", "r2-s3", "r3-s3"]
    assert '<li id="q3"' in page


def test_words_of_a_title_give_suggestions(client):
    response = client.get("/search?paper=dense+retrieval&facet=method")
    assert response.status_code == 200
    assert "Did you mean" in text_of(response)
    assert 'href="/search?paper=12&amp;facet=method"' in response.text


def test_a_mistake_is_named_beside_suggestions(client):
    response = client.get("/search?paper=dense+retrieval&n=x")
    assert response.status_code == 400
    assert "number of results" in alert_of(response) and "Did you mean" in text_of(response)


def test_all_queries_of_the_collection_are_offered(engine):
    many = tuple(Suggestion(str(i), f"Paper {i}" if i else "") for i in range(11))
    engine.facts = replace(engine.facts, examples=many)
    text = text_of(create_app(engine).test_client().get("/"))
    assert "3 more queries of the collection" in text
    assert all(f"Paper {i} year unknown" in text for i in range(11))


def test_what_follows_from_a_result_keeps_the_settings_but_not_the_ticks(client):
    page = client.get("/search?paper=10&facet=method&sentence=1&from=2016").text
    links = [unescape(link) for link in re.findall(r'href="(/search[^"]*)"', page)]
    assert "/search?paper=11&facet=method&from=2016" in links
    assert not any("sentence=" in link for link in links)


def test_a_pasted_text_is_searched_and_kept(client, engine):
    response = post(client, title="Mine <b>", abstract=ABSTRACT, sentence="2")
    text = text_of(response)
    assert response.status_code == 200
    assert "Mine <b>" in text and "This text has no labels." in text
    assert engine.asked[0][0].paper_id is None
    assert engine.asked[0][1].marked == (1,)
    assert f">\n{ABSTRACT}</textarea>" in response.text
    assert 'formaction="/export/csv"' in response.text
    assert not re.search(r'href="/search\?[^"]*abstract', response.text)


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("paper=zzz", 404, "No paper is like 'zzz'. Try an id or some words of a title."),
        ("paper=+", 400, "No paper was named."),
        ("", 400, "No paper was named."),
        ("paper=" + "a" * 1001, 400, "1,001 characters; the page takes 1,000."),
        ("paper=10&n=0", 400, "number of results must be a whole number from 1 to 100."),
        ("paper=10&n=101", 400, "number of results must be a whole number from 1 to 100."),
        ("paper=10&n=%C2%B2", 400, "number of results must be a whole number from 1 to 100."),
        ("paper=10&from=1999.5", 400, "first year must be a whole number from 1 to 9999."),
        ("paper=10&from=2019&to=2018", 400, "first year, 2019, is after the last, 2018."),
        ("paper=10&facet=title", 400, "no facet 'title'. Choose one of: background, method"),
        ("paper=10&ranker=x", 400, "no ranker 'x'. Choose one of: bm25, dense, trained."),
        ("paper=10&field=Poetry", 400, "no field 'Poetry'. Choose one of: Computer Science"),
        ("paper=10&sentence=0", 400, "ticked sentence must be a whole number"),
        (
            "paper=10&sentence=1&sentence=5&sentence=7",
            400,
            "has 4 sentences; there is no sentence 5, 7.",
        ),
        ("paper=10&from=2030", 404, "No paper passes the filters. Widen the years"),
    ],
)
def test_a_mistake_gets_a_message_and_the_form_keeps_what_was_typed(client, query, status, message):
    response = client.get(f"/search?{query}")
    text_of(response)
    assert response.status_code == status
    assert message in alert_of(response)
    if "from=1999.5" in query:
        assert 'name="from" maxlength="20" value="1999.5"' in response.text
    if "zzz" in query:
        assert 'name="paper" value="zzz"' in response.text


def test_every_mistake_of_a_request_is_named(client):
    response = client.get("/search?paper=10&n=x&from=y&ranker=z")
    message = alert_of(response)
    assert all(word in message for word in ("number of results", "first year", "ranker 'z'"))


@pytest.mark.parametrize(
    ("title", "abstract", "status", "message"),
    [
        ("Kept title", "", 400, "The abstract is empty."),
        ("Kept title", " \r\n ", 400, "The abstract is empty."),
        ("Kept title", "a" * 20_001, 400, "20,001 characters; the page takes 20,000."),
        ("t" * 1_001, "One.", 400, "The title has 1,001 characters"),
        ("", "a" * 100_000, 413, "the page takes 64 kB in all, and 20,000 characters of abstract."),
    ],
)
def test_a_text_that_cannot_be_taken_gets_a_message(client, title, abstract, status, message):
    response = post(client, title=title, abstract=abstract)
    text_of(response)
    assert response.status_code == status
    assert message in alert_of(response)
    if status == 400:
        assert f'value="{title}"' in response.text
        assert f">\n{abstract.strip()}</textarea>" in response.text


def test_twenty_thousand_characters_of_any_script_are_taken(client):
    assert post(client, abstract="文" * 20_000).status_code == 200


def test_a_facet_without_sentences_gets_a_message_beside_the_paper(client):
    response = post(client, abstract=ABSTRACT, facet="method")
    assert response.status_code == 400
    assert alert_of(response).startswith("No sentence is of method. Choose another facet.")
    assert "We use dense vectors." in text_of(response)


def test_nothing_that_was_sent_becomes_markup(client):
    bad = "\"><script>alert('x')</script>"
    pages = [
        client.get("/search", query_string={key: bad, "paper": "10"})
        for key in ("facet", "n", "from", "to", "field", "like", "sentence")
    ]
    pages += [client.get("/search", query_string={"paper": bad}), post(client, abstract=bad)]
    pages += [post(client, title=bad, abstract="Dense."), client.get("/search?paper=13")]
    for page in pages:
        scripts = [a for tag, a in Checker(page.text).tags if tag == "script"]
        assert scripts == [{"src": "/static/page.js", "defer": None}]
        text_of(page)
    assert "<script>alert('x')</script> & the safety of titles" in text_of(pages[-1])


def test_ids_become_addresses_of_known_sites_only(client):
    page = unescape(client.get("/search?paper=10").text)
    assert 'href="https://doi.org/10.1/a%20b%3F%3Cc%3E"' in page
    assert 'href="https://arxiv.org/abs/cs/0101001"' in page


@pytest.mark.parametrize(
    ("ending", "kind"),
    [("csv", "text/csv"), ("json", "application/json"), ("bib", "application/x-bibtex")],
)
def test_what_is_shown_can_be_saved(client, ending, kind):
    for response in (
        client.get(f"/export/{ending}?paper=10&n=2"),
        post(client, f"/export/{ending}", abstract=ABSTRACT, n="2"),
    ):
        assert response.status_code == 200
        assert response.mimetype == kind
        name = f'attachment; filename="search-results.{ending}"'
        assert response.headers["Content-Disposition"] == name
        assert "11" in response.text and "12" in response.text and "10.1/a b" not in response.text


def test_a_saved_search_that_is_wrong_gets_a_page(client):
    response = client.get("/export/csv?paper=zzz")
    assert response.status_code == 404
    assert "No paper is like 'zzz'." in alert_of(response)
    assert client.get("/export/exe?paper=10").status_code == 404


@pytest.mark.parametrize("ending", ["csv", "json", "bib"])
def test_a_saved_search_of_what_may_be_several_papers_is_an_error(client, ending):
    response = client.get(f"/export/{ending}?paper=dense+retrieval")
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert "Did you mean" in text_of(response)
    assert "Content-Disposition" not in response.headers


def test_an_unexpected_error_is_logged_and_not_shown(client, caplog):
    response = post(client, title="explode", abstract="One.")
    assert response.status_code == 500
    assert "Something went wrong" in alert_of(response)
    assert "secret" not in response.text and "Traceback" not in response.text
    assert "a secret of the engine" in caplog.text


def test_a_page_that_is_not_there_says_so(client):
    assert alert_of(client.get("/nowhere")).startswith("There is no such page.")
    assert client.delete("/search").status_code == 405


def test_a_run_without_labels_or_encoders_says_what_cannot_be_chosen(engine):
    engine.facts = replace(engine.facts, rankers=("bm25",), facets=False, fields=(), years=None)
    response = create_app(engine).test_client().get("/search?paper=10")
    text = text_of(response)
    assert "no facet labels" in text
    names = {attributes.get("name") for _, attributes in Checker(response.text).tags}
    assert {"ranker", "n", "sentence"} <= names and not names & {"facet", "from", "to", "field"}
    assert "Year unknown" not in text and "Filters" not in text


def test_saved_json_is_of_the_results_shown(client):
    shown = re.findall(r"<span>id (\d+)</span>", client.get("/search?paper=10&n=2").text)
    saved = json.loads(client.get("/export/json?paper=10&n=2").text)
    assert [result["paper_id"] for result in saved["results"]] == shown == ["11", "12"]
