"""The page's JSON answers: contents and errors."""

import pytest

from paperpool.search_page.model import Settings
from paperpool.search_page.web.app import create_app


def test_a_search_by_id_has_the_papers_their_scores_and_nearest_sentences(client, engine):
    response = client.get("/api/search?paper=10&facet=method&n=2&page=1&like=13")
    assert (response.status_code, response.mimetype) == (200, "application/json")
    assert engine.asked[0][1] == Settings(facet="method", n_results=2, like=("13",))
    given = response.json
    assert given["query"]["paper_id"] == "10"
    assert [s["number"] for s in given["query"]["sentences"] if s["chosen"]] == [3]
    assert [paper["paper_id"] for paper in given["query"]["like"]] == ["13"]
    assert [r["paper_id"] for r in given["results"]] == ["11", "12"]
    first = given["results"][0]
    assert (first["rank"], first["title"], first["citations"], first["acl_id"]) == (
        *(1, "Sparse retrieval of scientific text", 1234, "P18-1001"),
    )
    assert first["nearest"] == [
        {
            "asked": 3,
            "asked_text": "Ranking papers by their sentences is how.",
            "found": 3,
            "found_text": "Sparse retrieval of scientific text is how.",
            "similarity": pytest.approx(0.8),
        }
    ]
    assert given["settings"]["sentences"] == [] and given["n_candidates"] == 3


def test_a_search_by_text(client, engine):
    query = {"title": "Mine <b>", "abstract": "Dense is old. We use it.", "sentence": "2"}
    given = client.get("/api/search", query_string=query).json
    assert (given["query"]["paper_id"], given["query"]["title"]) == (None, "Mine <b>")
    assert given["settings"]["sentences"] == [2] and given["notes"] == ["This text has no labels."]
    assert engine.asked[0][0].sentences[1].text == "We use it."


def test_what_can_be_chosen_is_told(client):
    given = client.get("/api/run").json
    assert given["run"] == "tiny" and given["rankers"] == ["bm25", "dense", "scisearch"]
    assert given["encoders"]["dense"] == ["minilm", "other"] and given["years"] == [2015, 2020]
    assert given["losses"] == {"minilm": ["nll", "kl"]} and given["topics"] == []
    assert [query["paper_id"] for query in given["queries"]] == ["10", "13"]


@pytest.mark.parametrize(
    ("query", "status", "what"),
    [
        ("", 400, "No paper was named."),
        ("abstract=", 400, "The abstract is empty."),
        ("abstract=" + "a" * 100_000, 400, "100,000 characters; the page takes 20,000."),
        ("paper=zz<b>", 404, "No paper is like 'zz<b>'."),
        ("paper=10&ranker=x", 400, "no ranker 'x'"),
        ("paper=10&page=9", 404, "There is no page 9"),
        ("paper=dense+vectors", 404, "No one paper has this title or id: 'dense vectors'."),
    ],
)
def test_a_mistake_is_json_with_a_status(client, query, status, what):
    response = client.get(f"/api/search?{query}")
    assert (response.status_code, response.mimetype) == (status, "application/json")
    assert what in response.json["errors"][0]["what"]
    if "dense" in query:
        assert [paper["paper_id"] for paper in response.json["suggestions"]] == ["12"]


def test_other_hosts_and_sites_are_refused(client):
    for headers in ({"Host": "example.org"}, {"Sec-Fetch-Site": "cross-site"}):
        response = client.get("/api/search?paper=10", headers=headers)
        assert response.status_code == 403 and response.json["errors"][0]["what"]
    assert client.get("/api/run", headers={"Sec-Fetch-Site": "same-site"}).status_code == 403
    assert client.get("/api/run", headers={"Sec-Fetch-Site": "none"}).status_code == 200


def test_what_is_not_there_and_what_goes_wrong_is_json_too(engine, caplog):
    client = create_app(engine).test_client()
    assert client.get("/api/nothing").json["errors"][0]["what"] == "There is no such page."
    assert client.post("/api/search").status_code == 405
    response = client.get("/api/search?title=explode&abstract=One.")
    assert response.status_code == 500 and "secret" not in response.text
    assert "a secret of the engine" in caplog.text
