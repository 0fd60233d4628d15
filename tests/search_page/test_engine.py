"""Searches of a small run: results, their order, and their notes."""

import json

import bm25s
import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.exports import to_json
from paperpool.extras.search_page.model import Filters, Link, Settings, Suggestion
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.text.analysis import analyze

from ..made.search_run import IDS, MADE, TEXTS, WORDS, make_collection, split, write_run


def ids(found):
    return [result.paper_id for result in found.results]


def order(scores, names, without):
    """Return the names by falling score, equal ones by name."""
    pairs = sorted(zip(-np.asarray(scores), names, strict=True))
    return [name for _, name in pairs if name not in without]


def lucene(query, texts=TEXTS):
    index = bm25s.BM25(k1=1.2, b=0.75, method="lucene", dtype="float64")
    index.index([analyze(text) for text in texts], show_progress=False)
    return index.get_scores(analyze(query))


def test_facts(engine, both, encoded):
    assert (engine.facts.run, engine.facts.n_papers) == ("made", 7)
    assert engine.facts.rankers == ("bm25", "sentences")
    assert engine.facts.fields == (("Food", 3), ("Physics", 2), ("Art", 1))
    assert engine.facts.years == (2001, 2015)
    assert engine.facts.facets
    assert both.facts.n_papers == 9
    assert both.facts.examples == (
        Suggestion("q2", "Red wine", 2007),
        Suggestion("q1", "Hot tea", 2003),
    )
    assert encoded.facts.rankers == ("bm25", "dense", "fusion", "sentences", "trained")


def test_words_of_the_facet_are_searched_by_bm25_over_all_papers(engine):
    example = engine.look_up("a1")
    found = engine.search(example, Settings(facet="method"))
    scores = lucene("We brew tea with ice.")
    assert found.chosen == (1,)
    assert ids(found) == order(scores, IDS, {"a1"})
    assert found.results[0].score == pytest.approx(scores[IDS.index(ids(found)[0])], abs=1e-12)
    assert found.n_candidates == 6
    assert [result.rank for result in found.results] == [1, 2, 3, 4, 5, 6]


def test_the_whole_paper_is_searched_by_its_title_too(engine):
    found = engine.search(engine.look_up("a1"), Settings())
    assert ids(found) == order(lucene(TEXTS[0]), IDS, {"a1"})
    marked = engine.search(engine.look_up("a1"), Settings(marked=(2, 0)))
    assert marked.chosen == (0, 2)
    scores = lucene("Tea is old. Ice makes tea cold.")
    assert ids(marked) == order(scores, IDS, {"a1"})


def test_neither_the_example_nor_its_twins_are_found(engine):
    found = engine.search(engine.look_up("a4"), Settings())
    assert sorted(ids(found)) == ["a1", "a2", "a5", "a6", "q1"]


def test_a_pasted_paper_that_the_run_has_is_not_found(engine):
    pasted = engine.paste("sun AND sea", "Another text. About  nothing.")
    assert pasted.paper_id is None
    assert [s.text for s in pasted.sentences] == ["Another text.", "About nothing."]
    found = engine.search(pasted, Settings(n_results=5))
    assert sorted(ids(found)) == ["a1", "a2", "a5", "a6", "q1"]
    assert found.notes == (
        "The sentences of this abstract have no facets: the run has no labeller.",
        "The run has this paper, as a3: it is left out.",
    )


def test_filters_come_before_ranking(both):
    example = both.look_up("q1")
    settings = Settings(
        facet="method", n_results=2, filters=Filters(2001, 2010, ("Food", "Physics"))
    )
    found = both.search(example, settings)
    assert found.n_candidates == 3
    assert len(found.results) == 2
    assert set(ids(found)) < {"a1", "a2", "a3"}
    later = both.search(example, Settings(filters=Filters(year_from=2011)))
    assert sorted(ids(later)) == ["a4", "a6"]


def test_a_result_has_all_that_is_known_of_it(both):
    found = both.search(both.look_up("q1"), Settings(facet="method", n_results=9))
    by_id = {result.paper_id: result for result in found.results}
    sea = by_id["a3"]
    assert (sea.year, sea.fields, sea.venue, sea.doi) == (
        *(2010, ("Physics",), "Journal of the Sea", "10.1/a_3"),
    )
    assert [(s.text, s.facet) for s in sea.sentences] == [
        ("The sun is hot.", "objective"),
        ("We measure the sea.", "method"),
        ("Salt stays.", "result"),
    ]
    assert {i for i, result in by_id.items() if result.cited} == {"a2"}
    assert {i: result.grade for i, result in by_id.items()} == dict.fromkeys(by_id) | {
        "a6": 3,
        "c1": 1,
    }
    assert [s.facet for s in by_id["a6"].sentences] == ["background", "method", "result"]
    assert by_id["a5"].sentences == () and by_id["a5"].links == ()


def test_links_without_an_encoder_are_by_words(engine):
    found = engine.search(engine.look_up("a1"), Settings(facet="method", n_results=9))
    by_id = {result.paper_id: result for result in found.results}
    (link,) = by_id["a2"].links  # "We brew tea with ice." and "We brew coffee with ice."
    assert (link.asked, link.found) == (1, 1)
    assert by_id["a3"].links[0].found == 1  # only "we" is shared
    assert 0 < by_id["a3"].links[0].similarity < link.similarity < 1


def test_citations_of_twins_are_the_papers_own(engine):
    found = engine.search(engine.look_up("a3"), Settings(n_results=9))
    assert {result.paper_id for result in found.results if result.cited} == {"a1", "a2"}


def test_a_collection_alone_is_searched_with_its_own_citations(made_results):
    alone = open_run("alone", made_results)
    assert alone.facts.n_papers == 4
    example = alone.look_up("q1")
    assert [s.facet for s in example.sentences] == ["background", "method", "result"]
    found = alone.search(example, Settings(facet="result"))
    assert sorted(ids(found)) == ["a6", "c1", "q2"]
    assert {result.paper_id for result in found.results if result.cited} == {"c1"}


def test_a_title_is_looked_up_as_normalised(engine):
    assert engine.look_up(" GREEN  tea? ").paper_id == "a1"
    assert engine.look_up("sun and sea").paper_id == "a3"  # the first of the two by id


def test_titles_that_are_like_it_are_suggested(engine):
    assert engine.look_up("tea leaves and more")[0] == Suggestion("a6", "Tea leaves", 2015)
    with pytest.raises(UserError, match="no title is like it: 'quantum'"):
        engine.look_up("quantum")


def test_a_pasted_abstract_is_not_empty(engine):
    with pytest.raises(UserError, match="abstract is empty"):
        engine.paste("A title", " \n")


@pytest.fixture(scope="module")
def vectors(encoded_folder, tiny_bert, tmp_path_factory):
    """Return a function: the vectors of texts, each encoded alone."""
    cache = ArrayCache(tmp_path_factory.mktemp("cache"))
    settings = EncoderSettings(str(tiny_bert(WORDS)), precision="float32")
    encoder = Encoder(settings, cache, 1)
    return lambda texts: np.concatenate([encoder.encode_directly([text]) for text in texts])


def unit(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


ALL = {
    **{i: (MADE[i]["title"], MADE[i]["abstract"] or "") for i in IDS},
    **{
        i: (paper.title, paper.abstract)
        for i, paper in make_collection().papers.items()
        if i not in MADE
    },
}
QUERY = "Hot tea We brew hot tea."
"""Title and method of q1."""


def cosines(vectors):
    names = sorted(ALL)
    papers = unit(vectors([" ".join(ALL[i]) for i in names]))
    return names, papers @ unit(vectors([QUERY]))[0]


def test_embeddings_of_all_papers_are_searched_by_title_and_facet(encoded, vectors):
    found = encoded.search(encoded.look_up("q1"), Settings(facet="method", ranker="dense"))
    names, expected = cosines(vectors)
    assert ids(found) == order(expected, names, {"q1"})
    scores = dict(zip(names, expected, strict=True))
    assert [r.score for r in found.results] == pytest.approx(
        [scores[i] for i in ids(found)], abs=1e-5
    )


def test_sentences_rank_by_the_mean_of_the_best_cosines(encoded, vectors):
    settings = Settings(facet="all", marked=(0, 1), ranker="sentences")
    found = encoded.search(encoded.look_up("q1"), settings)
    asked = unit(vectors(split(MADE["q1"]["abstract"])[:2]))
    by_id = {result.paper_id: result for result in found.results}
    for paper_id, result in by_id.items():
        if paper_id == "a5":
            continue
        products = asked @ unit(vectors([s.text for s in result.sentences])).T
        assert result.score == pytest.approx(products.max(axis=1).mean(), abs=1e-5)
        nearest = {
            Link(i, int(products[i].argmax()), pytest.approx(products[i].max(), abs=1e-5)).found
            for i in range(2)
        }
        assert {link.found for link in result.links} == nearest
        assert [link.similarity for link in result.links] == sorted(
            (link.similarity for link in result.links), reverse=True
        )
    assert ids(found)[-1] == "a5"  # no sentence at all
    assert len(found.results) == 8


def test_searches_are_the_same_whatever_was_asked_before(encoded, encoded_folder):
    fresh = open_run("encoded", encoded_folder.parent)
    settings = Settings(facet="method", ranker="sentences")
    for example in ("a1", "q2"):
        encoded.search(encoded.look_up(example), Settings(facet="method", ranker="dense"))
    one = encoded.search(encoded.look_up("q1"), settings)
    other = fresh.search(fresh.look_up("q1"), settings)
    assert to_json(one) == to_json(other)


def test_query_texts_leave_no_file_in_the_cache(encoded, encoded_folder):
    encoded.prepare()
    cache = encoded_folder.parent / "cache"
    before = sorted(cache.rglob("*.array"))
    for ranker in encoded.facts.rankers:
        encoded.search(encoded.look_up("a1"), Settings(facet="method", ranker=ranker))
    assert sorted(cache.rglob("*.array")) == before != []


def test_ties_are_broken_by_id(engine):
    found = engine.search(engine.paste("x", "Nothing of this stands anywhere."), Settings())
    assert [result.score for result in found.results] == [0] * 7
    assert ids(found) == IDS


def test_a_paper_is_labelled_by_the_runs_labeller(tmp_path, tiny_bert):
    """The labeller is a classifier of single sentences; its labels are kept unchanged."""
    from paperpool.collections.schemes import default_scheme
    from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller

    model = tiny_bert(WORDS, labels=5)
    names = default_scheme().labels
    labels = dict(enumerate(names))
    config = json.loads((model / "config.json").read_text())
    config |= {"id2label": labels, "label2id": {name: i for i, name in labels.items()}}
    (model / "config.json").write_text(json.dumps(config))
    facets = {"model": str(model), "max_tokens": 64, "precision": "float32"}
    write_run(tmp_path, facets=facets)
    engine = open_run("made", tmp_path)
    texts = ["The sun is hot.", "We dry tea leaves."]
    labeller = load_labeller(str(model), LabellerSettings(64, "float32"), 1, names)
    expected = [names[i] for i in labeller.label([texts])[0].argmax(1)]
    pasted = engine.paste("", " ".join(texts))
    assert [(s.text, s.facet) for s in pasted.sentences] == list(zip(texts, expected, strict=True))
    assert all(s.facet for s in engine.look_up("q1").sentences)  # not in the table of sentences
    assert [s.facet for s in engine.look_up("a3").sentences] == ["objective", "method", "result"]
    found = {result.paper_id: result for result in engine.search(pasted, Settings()).results}
    assert found["q1"].sentences == engine.look_up("q1").sentences  # results are labelled alike
