"""Runs over users' collections: their papers, rankers and refusals."""

import logging
import shutil

import pytest
import yaml

from paperpool.errors import UserError
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.model import Filters, Settings
from paperpool.extras.search_page.run_files import (
    CollectionFiles,
    choose_run,
    find_run,
    searchable_runs,
)
from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker

from ..made.folders import DOCUMENTS, TOPICS, write_beir, write_faceted
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


def test_the_first_collection_is_searched(engine):
    facts = engine.facts
    assert (facts.run, facts.collection, facts.n_papers) == ("foreign", "beir", len(DOCUMENTS))
    assert (facts.rankers, facts.years, facts.fields) == (("bm25", "sentences"), None, ())
    assert not facts.facets
    assert {paper.paper_id for paper in facts.examples} <= set(DOCUMENTS)


def test_a_collection_is_chosen_by_its_name(results):
    engine = open_run("foreign/own", results)
    assert engine.facts.collection == "own" and engine.facts.facets
    example = engine.look_up("a")
    found = engine.search(example, Settings(facet="method"))
    assert [example.sentences[i].facet for i in found.chosen] == ["method"]


def test_a_corpus_goes_before_collections_which_can_be_chosen(results):
    corpus = open_run("mixed", results)
    assert corpus.facts.n_papers == 7 and corpus.facts.collection is None
    chosen = open_run("mixed/beir", results)
    assert chosen.facts.n_papers == len(DOCUMENTS) and not chosen.facts.facets


def test_documents_are_found_by_a_paper_or_a_text_without_grades_or_citations(engine):
    paper = engine.search(engine.look_up("a"), Settings())
    text = engine.search(engine.paste("", TOPICS["1"]), Settings())
    assert set(ids(paper)) == set(DOCUMENTS) - {"a"} and set(ids(text)) == set(DOCUMENTS)
    known = {(result.grade, result.cited) for found in (paper, text) for result in found.results}
    assert known == {(None, None)}


def test_documents_without_years_pass_no_years(engine):
    assert engine.search(engine.look_up("a"), Settings(filters=Filters(2000))).results == ()


def test_an_encoder_finds_what_its_ranker_found_and_encodes_no_document(
    tmp_path, tiny_bert, caplog
):
    words = " ".join([*TOPICS.values(), *(" ".join(text) for text in DOCUMENTS.values())])
    model = {"model": str(tiny_bert(words.lower().split())), "precision": "float32"}
    rankers = {"tiny": {"kind": "dense", **model}, "late": {"kind": "late", **model}}
    others = {"beir": write_beir(tmp_path / "beir")}
    write_run(tmp_path, corpus=False, others=others, rankers=rankers)
    run = find_run("made", tmp_path)
    cache = ArrayCache(tmp_path / "cache")
    context = Context(folder=tmp_path, cache=cache, torch_threads=run.job_threads)
    runs = {
        name: make_ranker(ranker).rank(run.collection, context) for name, ranker in rankers.items()
    }
    engine = open_run("made", tmp_path)
    assert engine.facts.rankers == ("bm25", "dense", "fusion", "sentences")
    with caplog.at_level(logging.INFO, "paperpool"):
        caplog.clear()
        engine.prepare()
        found = engine.search(engine.paste("", TOPICS["1"]), Settings(ranker="dense"))
    assert count_encoded(caplog) == 0
    for result, (paper_id, score) in zip(found.results, runs["tiny"]["?1", ""], strict=True):
        assert result.paper_id == paper_id
        assert result.score == pytest.approx(score, abs=1e-6)


def test_encoders_are_those_of_the_rankers_that_take_part(tmp_path):
    rankers = {
        "bm25": {"kind": "bm25"},
        "one": {"kind": "dense", "model": "a"},
        "two": {"kind": "dense", "model": "b"},
        "late": {"kind": "late", "model": "b"},
    }
    settings = write_beir(tmp_path / "beir")
    others = {
        "all": settings,
        "some": {**settings, "rankers": ["bm25", "two", "late"]},
        "narrow": {**settings, "candidates": {"ranker": "bm25", "depth": 2}},
    }
    scisearch = {"encoders": {"three": {"model": "c"}}}
    write_run(tmp_path, corpus=False, others=others, rankers=rankers, scisearch=scisearch)
    runs = {name: find_run(f"made/{name}", tmp_path) for name in others}
    assert set(runs["all"].rankers) == set(rankers)
    assert list(runs["some"].rankers) == ["bm25", "two", "late"]
    assert list(runs["narrow"].rankers) == ["one", "two"]
    assert [run.trained_encoders for run in runs.values()] == [{}] * 3


def test_the_demos_collections_can_be_chosen(tmp_path):
    folder = write_run(tmp_path, "demo", corpus=False)
    store_other(folder, "generated", write_beir(tmp_path / "beir"))
    assert find_run("demo/generated", tmp_path).name == "generated"
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
    assert find_run("made", tmp_path).collections_of_others == []
