"""Runs over users' collections: their papers, rankers and refusals."""

import logging
import shutil

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Tools
from paperpool.rankers.registry import make_ranker
from paperpool.search_page.engine import open_run
from paperpool.search_page.model import Filters, Settings
from paperpool.search_page.run_files import CollectionFiles, choose_run, find_run, searchable_runs

from ..made.folders import DOCUMENTS, GRADES, TOPICS, write_beir, write_faceted, write_mteb
from ..made.search_run import store_other, write_run
from .test_vectors import count_encoded


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Runs: ``foreign`` of two collections, ``mixed`` of a corpus and one."""
    results = tmp_path_factory.mktemp("results")
    beir = {**write_beir(results / "in/beir"), "relevant": 2}
    own = write_faceted(results / "in/own")
    write_run(results, "foreign", corpus=False, others={"beir": beir, "own": own})
    write_run(results, "mixed", others={"beir": beir})
    return results


@pytest.fixture(scope="module")
def engine(results):
    return open_run("foreign", results)


def ids(found):
    return [result.paper_id for result in found.results]


def test_the_first_collection_is_searched_and_the_others_are_named(engine):
    facts = engine.facts
    assert (facts.run, facts.collection.name, facts.others) == ("foreign", "beir", ("foreign/own",))
    assert facts.n_papers == len(DOCUMENTS)
    assert (facts.rankers, facts.years, facts.fields) == (("bm25", "sentences"), None, ())
    assert not facts.facets and not facts.examples
    assert [topic.topic_id for topic in facts.collection.topics] == list(TOPICS)


def test_a_collection_is_chosen_by_its_name(results):
    engine = open_run("foreign/own", results)
    assert engine.facts.collection.name == "own" and engine.facts.others == ("foreign/beir",)
    assert engine.facts.facets
    found = engine.search(engine.find_topic("q"), Settings(facet="method"))
    assert found.chosen == (1,) and found.topic == "q"
    assert {result.paper_id: result.grade for result in found.results} == {"a": 1, "b": None}
    assert [s.facet for s in found.results[0].sentences] == ["background", "method"]


def test_a_corpus_goes_before_collections_which_can_be_chosen(results):
    corpus = open_run("mixed", results)
    assert corpus.facts.n_papers == 7 and corpus.facts.collection is None
    assert corpus.facts.others == ("mixed/beir",)
    chosen = open_run("mixed/beir", results)
    assert chosen.facts.n_papers == len(DOCUMENTS) and chosen.facts.others == ()
    assert not chosen.facts.facets


def test_a_topic_finds_documents_with_their_grades(engine):
    found = engine.search(engine.find_topic("1"), Settings())
    assert found.topic == "1" and found.n_candidates == len(DOCUMENTS)
    assert set(ids(found)) == set(DOCUMENTS)
    grades = {result.paper_id: result.grade for result in found.results}
    assert grades == dict.fromkeys(DOCUMENTS) | GRADES["1"]
    assert {result.cited for result in found.results} == {None}
    assert "1 of them relevant" in found.notes[0] and not any(
        "facets" in note for note in found.notes
    )
    ticked = engine.search(engine.find_topic("2"), Settings(marked=(1,)))
    assert ticked.topic is None and {result.grade for result in ticked.results} == {None}


def test_a_topic_finds_the_document_that_has_its_id(engine):
    assert "a" in ids(engine.search(engine.find_topic("a"), Settings()))
    paper = engine.look_up("a")
    assert paper.topic is None and paper.title == "Graphs"
    found = engine.search(paper, Settings())
    assert "a" not in ids(found) and found.topic is None
    assert {result.grade for result in found.results} == {None}


def test_a_document_is_found_by_a_text_that_is_like_a_topic(engine):
    found = engine.search(engine.paste("", TOPICS["1"]), Settings())
    assert found.topic is None and {result.grade for result in found.results} == {None}


def test_why_a_document_was_found_has_its_judgment_and_nothing_made_up(engine):
    topic = engine.find_topic("1")

    def signals(paper_id, **settings):
        why = engine.explain(topic, Settings(**settings), paper_id)
        return {signal.name: signal.value for signal in why.signals}

    assert signals("a")["judged"] == 2.0
    assert set(signals("e")) == set(signals("a", marked=(0,))) == {"bm25", "sentences"}


def test_documents_without_years_pass_no_years(engine):
    assert engine.search(engine.find_topic("1"), Settings(filters=Filters(2000))).results == ()


def test_an_encoder_finds_what_its_ranker_found_and_encodes_nothing(tmp_path, tiny_bert, caplog):
    words = " ".join([*TOPICS.values(), *(" ".join(text) for text in DOCUMENTS.values())])
    model = {"model": str(tiny_bert(words.lower().split())), "precision": "float32"}
    rankers = {"tiny": {"kind": "dense", **model}, "late": {"kind": "late", **model}}
    others = {"beir": write_beir(tmp_path / "beir")}
    write_run(tmp_path, corpus=False, others=others, rankers=rankers)
    run = find_run("made", tmp_path)
    collection = run.collection
    cache = ArrayCache(tmp_path / "cache")
    tools = Tools(folder=tmp_path, cache=cache, torch_threads=run.job_threads)
    runs = {name: make_ranker(ranker).rank(collection, tools) for name, ranker in rankers.items()}
    engine = open_run("made", tmp_path)
    assert engine.facts.rankers == ("bm25", "dense", "fusion", "sentences")
    with caplog.at_level(logging.INFO, "paperpool"):
        caplog.clear()
        engine.prepare()
        pair = ("?1", "")
        found = engine.search(engine.find_topic("1"), Settings(ranker="dense"))
        sentences = engine.search(engine.find_topic("1"), Settings(ranker="sentences"))
    assert count_encoded(caplog) == 0
    for result, (paper_id, score) in zip(found.results, runs["tiny"][pair], strict=True):
        assert result.paper_id == paper_id
        assert result.score == pytest.approx(score, abs=1e-6)
    assert set(ids(sentences)) == set(DOCUMENTS)


def test_encoders_are_those_of_the_rankers_that_take_part(tmp_path):
    model = {"precision": "float32"}
    rankers = {
        "bm25": {"kind": "bm25"},
        "one": {"kind": "dense", "model": "a", **model},
        "two": {"kind": "dense", "model": "b", **model},
        "late": {"kind": "late", "model": "b", **model},
    }
    settings = write_beir(tmp_path / "beir")
    candidates = {"ranker": "bm25", "depth": 2}
    others = {
        "all": settings,
        "some": {**settings, "rankers": ["bm25", "two", "late"]},
        "narrow": {**settings, "candidates": candidates},
    }
    write_run(tmp_path, corpus=False, others=others, rankers=rankers,
              scisearch={"encoders": {"three": {"model": "c"}}})  # fmt: skip

    def offered(name):
        choices = find_run(f"made/{name}", tmp_path).encoders
        return [(choice.name, choice.has_sentences) for choice in choices]

    assert offered("all") == [("one", False), ("two", True)]
    assert offered("some") == [("two", True)]
    assert offered("narrow") == [("one", False), ("two", False)]


def test_candidate_lists_leave_the_documents_that_they_name(tmp_path):
    others = {"mteb": write_mteb(tmp_path / "mteb")}
    write_run(tmp_path, corpus=False, others=others)
    engine = open_run("made", tmp_path)
    assert set(ids(engine.search(engine.find_topic("1"), Settings()))) == {"a", "b", "c", "d"}


def test_the_demos_collections_can_be_chosen(tmp_path):
    folder = write_run(tmp_path, "demo", corpus=False)
    store_other(folder, "generated", write_beir(tmp_path / "beir"))
    assert find_run("demo/generated", tmp_path).others == []
    with pytest.raises(UserError, match="no table of papers"):
        find_run("demo", tmp_path)


def test_a_collection_that_is_not_read_yet_is_named_with_its_command(tmp_path):
    others = {"beir": write_beir(tmp_path / "beir")}
    folder = write_run(tmp_path, corpus=False, others=others)
    (folder / "collections/beir/steps/collection.json").unlink()
    message = (
        r"not finished: its collection 'beir' has not been read yet\.\n"
        r"  Where: .*/collections/beir/steps\n  Hint: Finish it: .*snakemake collections"
    )
    for name in ("made", "made/beir"):
        with pytest.raises(UserError, match=message):
            find_run(name, tmp_path)
    shutil.rmtree(folder / "collections")
    with pytest.raises(UserError, match=message):
        choose_run("made", tmp_path)
    assert searchable_runs(tmp_path) == []


def test_an_unknown_collection_is_met_with_those_that_there_are(results):
    with pytest.raises(UserError, match=r"no collection 'bier'(.|\n)*Did you mean 'beir'\?.*own"):
        find_run("foreign/bier", results)
    with pytest.raises(UserError, match=r"There is no run 'foriegn'"):
        find_run("foriegn/beir", results)


def test_runs_of_collections_alone_are_searchable(results):
    assert set(searchable_runs(results)) == {"foreign", "mixed"}
    assert choose_run("foreign/own", results) == "foreign/own"
    assert isinstance(find_run("foreign", results), CollectionFiles)


def test_a_configuration_from_before_there_were_collections_is_read(tmp_path):
    folder = write_run(tmp_path)
    config = yaml.safe_load((folder / "config.yaml").read_text())
    del config["data"]["collections"]
    (folder / "config.yaml").write_text(yaml.safe_dump(config))
    assert find_run("made", tmp_path).others == []
