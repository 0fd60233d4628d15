"""The choice of trained re-rankers, their input and their scores."""

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.model import Filters, Settings

from ..made.search_run import WORDS, make_collection, write_run

SETTINGS = Settings(facet="method", ranker="trained")


BOTH = {1: "small", 2: "small"}
"""The encoder whose networks were trained, for each fold."""


def scores(engine, example, settings=SETTINGS):
    found = engine.search(engine.look_up(example), settings)
    assert [r.score for r in found.results] == sorted(
        (r.score for r in found.results), reverse=True
    )
    return {result.paper_id: result.score for result in found.results}, found.notes


def test_both_networks_are_asked_about_a_paper_outside_of_the_collection(
    encoded, encoded_folder, expected_grade
):
    said, notes = scores(encoded, "a1")
    asked = "We brew tea with ice.", "We brew coffee with ice."
    expected = expected_grade(encoded_folder, *asked, BOTH)
    assert said["a2"] == pytest.approx(expected, abs=1e-5)
    assert not any("re-ranker" in note for note in notes)


@pytest.mark.parametrize(("query", "asked", "fold"), [
    ("q1", "We brew hot tea.", 2), ("q2", "We look at red wine.", 1),
])  # fmt: skip
def test_only_the_network_that_has_not_seen_a_query_is_asked(
    encoded, encoded_folder, expected_grade, query, asked, fold
):
    in_fold = {q for q, _ in make_collection().folds["method"][f"fold{fold}_test"]}
    assert in_fold == {query}
    said, notes = scores(encoded, query)
    expected = expected_grade(encoded_folder, asked, "We brew coffee with ice.", {fold: "small"})
    assert said["a2"] == pytest.approx(expected, abs=1e-5)
    assert f"honest-fold{fold}." in notes[0]


def test_a_pasted_query_paper_is_known_for_what_it_is(encoded):
    query = encoded.look_up("q1")
    settings = Settings(facet="method", ranker="trained", marked=(1,))
    pasted = encoded.paste(query.title, " ".join(s.text for s in query.sentences))
    found = encoded.search(pasted, settings)
    assert any("honest-fold2." in note for note in found.notes)
    assert found.results == encoded.search(query, settings).results


def test_a_candidate_without_the_facet_is_read_whole(encoded, encoded_folder, expected_grade):
    settings = Settings(facet="background", ranker="trained")
    said, _ = scores(encoded, "a1", settings)
    assert "a4" in said  # labelled, but no sentence is background
    method = encoded.search(encoded.look_up("a1"), SETTINGS)
    assert {r.paper_id for r in method.results} == set(said)
    asked = "We brew tea with ice.", "We look at the sea."
    expected = expected_grade(encoded_folder, *asked, BOTH)
    assert scores(encoded, "a1")[0]["a4"] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (Settings(ranker="trained"), "know facets, not whole abstracts"),
        (Settings(facet="result", ranker="trained"), "No re-ranker was trained for result"),
    ],
)
def test_what_was_not_trained_is_refused(encoded, settings, message):
    with pytest.raises(UserError, match=message):
        encoded.search(encoded.look_up("a1"), settings)


def test_untrained_runs_have_no_such_ranker(tmp_path, tiny_bert):
    model = str(tiny_bert(WORDS))
    write_run(tmp_path, rankers={}, scisearch={"encoders": {"small": {"model": model}}})
    engine = open_run("made", tmp_path)
    assert engine.facts.rankers == ("bm25", "sentences")


@pytest.mark.parametrize("vectors", [None, ["x"]])
def test_networks_bring_their_own_encoder_and_all_are_asked_without_a_collection(
    encoded_folder, tmp_path, expected_grade, vectors
):
    config = yaml.safe_load((encoded_folder / "config.yaml").read_text())
    config["data"]["csfcube"] = None
    config["rankers"] = {"bm25": {"kind": "bm25"}}
    if vectors:
        config["rankers"]["mine"] = {"kind": "dense", "vectors": vectors}
    folder = tmp_path / "encoded"
    folder.mkdir()
    (folder / "config.yaml").write_text(yaml.safe_dump(config))
    for name in ("corpus", "facets", "scisearch"):
        (folder / name).symlink_to(encoded_folder / name)

    engine = open_run("encoded", tmp_path)
    assert engine.facts.collection is None
    said, notes = scores(engine, "a1")
    asked = "We brew tea with ice.", "We brew coffee with ice."
    assert said["a2"] == pytest.approx(expected_grade(encoded_folder, *asked, BOTH), abs=1e-5)
    assert not any("honest-fold" in note for note in notes)
    assert ("dense" in engine.facts.rankers) and (engine.rankers.encoder is None) == bool(vectors)


def test_filters_may_leave_nothing_to_rank(encoded):
    settings = Settings("method", ranker="trained", filters=Filters(1900, 1901))
    found = encoded.search(encoded.look_up("a1"), settings)
    assert (found.results, found.n_candidates) == ((), 0)
