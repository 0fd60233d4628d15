"""Allowed requests to the page, and the rights of a browser."""

import pytest

from paperpool.extras.search_page.web.guards import MAX_REQUEST

ABSTRACT = "Sparse retrieval is old."


@pytest.mark.parametrize(
    "path", ["/", "/search?paper=10", "/export/json?paper=10", "/x", "/static/page.css"]
)
def test_every_answer_says_what_it_may_load(client, path):
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "style-src": "'self'",
        "script-src": "'self'",
        "img-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("[::1]:8000", 200),
        ("example.org", 403),
        ("127.0.0.1.example.org", 403),
        ("localhost:8000.example.org", 403),
        ("user@localhost", 403),
        ("", 403),
    ],
)
def test_only_the_names_of_this_machine_are_answered(client, engine, host, status):
    response = client.get("/search?paper=10", headers={"Host": host})
    assert response.status_code == status
    assert bool(engine.asked) == (status == 200)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "null"}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "http://localhost:9000"}, 403),
        ({"Origin": "https://example.org"}, 403),
        ({"Origin": "https://example.org", "Sec-Fetch-Site": "same-origin"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_forms_of_other_sites_are_refused(client, engine, headers, status):
    response = client.post("/search", data={"abstract": ABSTRACT}, headers=headers)
    assert response.status_code == status
    assert bool(engine.asked) == (status == 200)


@pytest.mark.parametrize("path", ["/search?paper=10", "/export/csv?paper=10"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://example.org"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_searches_that_other_sites_ask_for_are_refused(client, engine, path, headers, status):
    for ask in (client.get, client.head):
        assert ask(path, headers=headers).status_code == status
    assert bool(engine.asked) == (status == 200)


def test_the_start_page_may_be_come_to_from_elsewhere(client):
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_a_request_longer_than_the_limit_is_not_read(client, engine):
    response = client.post("/search", data={"abstract": "x" * MAX_REQUEST})
    assert response.status_code == 413
    assert not engine.asked
