"""Search by an encoder: use of the cache, and exact cosines."""

import logging

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from paperpool.demo_runs import count_job_threads
from paperpool.errors import UserError
from paperpool.extras.search_page.encoders import to_unit
from paperpool.extras.search_page.engine import open_run
from paperpool.extras.search_page.model import Example, Settings
from paperpool.io.tables import MDCR_PAPERS
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.static_encoder import write_static_encoder
from paperpool.rankers.scoring.paper_vectors import encode_papers
from paperpool.rankers.scoring.sentence_cosines import rank_by_cosines
from paperpool.rankers.scoring.vector_files import write_vectors

from ..made.search_run import CONFIG, IDS, MADE, TEXTS, WORDS, make_collection, write_run
from ..made.tables import write_rows


@pytest.fixture
def model(tiny_bert):
    return {"model": str(tiny_bert(WORDS)), "precision": "float32"}


def encoder(model, cache, data=CONFIG["data"]):
    """Return the encoder as the jobs of a run over ``data`` have it."""
    return Encoder(EncoderSettings(**model), ArrayCache(cache), count_job_threads({"data": data}))


def count_encoded(caplog):
    """Return the number of texts that were encoded, according to the log."""
    lines = [r.getMessage() for r in caplog.records if "texts encoded" in r.getMessage()]
    return sum(int(line.split()[0]) for line in lines)


def prepare(results, caplog):
    """Return an engine that is ready to search, and how many texts were encoded for it."""
    engine = open_run("made", results)
    with caplog.at_level(logging.INFO, "paperpool"):
        caplog.clear()
        engine.prepare()
    return engine, count_encoded(caplog)


def score(engine, paper_id):
    """Return the cosines of a made paper, as a pasted one, with all papers."""
    paper = MADE[paper_id]
    return engine.rankers.vectors.score(Example(None, paper["title"], ()), paper["abstract"])


def write_encoded(folder, stage, ids, vectors):
    """Write the vectors of papers as a stage of the run has them."""
    papers = {"corpus": "encode/corpus/papers.parquet", "mdcr": "mdcr/steps/papers.parquet"}[stage]
    write_rows(folder / papers, [{"paper_id": i} for i in ids], MDCR_PAPERS)
    write_vectors([vectors], len(vectors), folder / f"encode/{stage}/tiny.npy")


def test_embeddings_of_csfcube_are_found_in_the_cache(tmp_path, model, caplog):
    write_run(tmp_path, collection=True, rankers={"tiny": {"kind": "dense", **model}})
    papers = make_collection().papers
    encode_papers(papers, encoder(model, tmp_path / "cache"))
    assert prepare(tmp_path, caplog)[1] == len(IDS)  # those of the corpus alone


def test_a_question_is_encoded_after_the_prompt_of_queries(tmp_path, model, caplog):
    model = {**model, "prompts": {"query": f"{WORDS[0]} ", "document": f"{WORDS[1]} "}}
    write_run(tmp_path, rankers={"tiny": {"kind": "dense", **model}})
    vectors = prepare(tmp_path, caplog)[0].rankers.vectors
    made = encoder(model, tmp_path / "cache")
    asked, offered = made.encode_queries(["a text"]), made.encode(TEXTS)
    expected = to_unit(offered) @ to_unit(asked)[0]
    scores = vectors.score(Example(None, "", ()), "a text")
    assert sorted(scores) == pytest.approx(sorted(expected), abs=1e-5)


def test_embeddings_that_the_run_made_are_taken_from_there(tmp_path, model, caplog):
    """First those of pools, then MDCR's; a6 alone is encoded."""
    folder = write_run(tmp_path, rankers={"tiny": {"kind": "dense", **model}})
    known = [i for i in IDS if i != "a6"]
    texts = [TEXTS[IDS.index(i)] for i in known]
    made = encoder(model, tmp_path / "other").encode(texts)
    made[known.index("a4")] *= -3
    write_encoded(folder, "corpus", known[:3], made[:3])
    write_encoded(folder, "mdcr", known, np.concatenate([0 * made[:3], made[3:]]))
    engine, n_encoded = prepare(tmp_path, caplog)
    assert n_encoded == 1
    cosines = dict(zip(engine.papers.ids, score(engine, "a4"), strict=True))
    assert cosines["a4"] == pytest.approx(-1, abs=1e-5)  # what the run made, whatever it is
    assert engine.papers.ids[int(score(engine, "q1").argmax())] == "q1"


@pytest.mark.parametrize("n_vectors", [2, 4])
def test_vectors_of_other_papers_than_the_table_s_are_refused(tmp_path, model, n_vectors):
    folder = write_run(tmp_path, rankers={"tiny": {"kind": "dense", **model}})
    write_encoded(folder, "mdcr", IDS[:3], np.ones((n_vectors, 4), np.float32))
    engine = open_run("made", tmp_path)
    with pytest.raises(UserError, match=f"{n_vectors} vectors of 3 papers"):
        engine.prepare()


def test_sentences_of_a_ranker_are_found_in_the_cache(tmp_path, model, caplog):
    rankers = {"tiny": {"kind": "dense", **model}, "late": {"kind": "late", **model}}
    write_run(tmp_path, corpus=False, collection=True, rankers=rankers)
    made = encoder(model, tmp_path / "cache")
    run = rank_by_cosines(
        make_collection(), made, False, lambda cosines: cosines.max(axis=1).mean()
    )
    encode_papers(make_collection().papers, made)
    engine = open_run("made", tmp_path)
    with caplog.at_level(logging.INFO, "paperpool"):
        caplog.clear()
        found = engine.search(engine.look_up("q1"), Settings(facet="method", ranker="sentences"))
    assert count_encoded(caplog) == 0
    scores = {result.paper_id: result.score for result in found.results}
    for candidate, score in run["q1", "method"]:
        assert scores[candidate] == pytest.approx(score, abs=1e-6)

    first, *_, last = make_collection().papers["q1"].sentences
    texts = [first, "Nobody has written this.", last, "Nor that."]
    alone = [made.encode_directly([text])[0] for text in texts]
    assert engine.rankers.encoder.encode(texts) == pytest.approx(np.array(alone), abs=1e-6)


def test_a_corpus_without_the_filters_column_is_searched_whole(tmp_path, model):
    import pyarrow.parquet as pq

    folder = write_run(tmp_path, rankers={"tiny": {"kind": "dense", **model}})
    for shard in (folder / "corpus" / "papers").glob("*"):
        pq.write_table(pq.read_table(shard).drop_columns("in_csfcube"), shard)
    engine = open_run("made", tmp_path)
    found = engine.search(engine.look_up("a1"), Settings(ranker="dense"))
    assert len(found.results) == 6


def test_a_static_encoder_is_searched_with_and_leaves_the_cache_empty(tmp_path):
    tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(("[UNK]", *WORDS))}, "[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    table = np.random.default_rng(0).normal(size=(len(WORDS) + 1, 16)).astype("f4")
    write_static_encoder(tmp_path / "fast", table, tokenizer, {})
    ranker = {"kind": "dense", "model": str(tmp_path / "fast"), "separator": "sep"}
    write_run(tmp_path, rankers={"fast": ranker})
    engine = open_run("made", tmp_path)
    found = engine.search(engine.look_up("a1"), Settings(ranker="dense"))
    assert len(found.results) == 6 and len({result.score for result in found.results}) > 1
    assert not list((tmp_path / "cache").rglob("*.array"))


def test_the_example_is_nearest_to_its_own_text(encoded):
    """A pasted text that the run has under another title is no twin, and found first."""
    pasted = encoded.paste("Tea leaves", "Leaves fall.   We dry tea leaves. Tea tastes good.")
    text = " ".join(sentence.text for sentence in pasted.sentences)
    scores = encoded.rankers.vectors.score(pasted, text)
    assert scores.max() == pytest.approx(1, abs=1e-5)
    assert encoded.papers.ids[int(scores.argmax())] == "a6"


def test_unit_rows():
    rows = to_unit(np.array([[3.0, 4.0], [0.0, 0.0], [0.0, -2.0]], np.float32))
    assert rows == pytest.approx(np.array([[0.6, 0.8], [0, 0], [0, -1]]))
    assert rows.dtype == np.float32


def test_sentences_of_found_papers_are_encoded_once(encoded_folder, monkeypatch):
    """Another facet of the same paper, and the same search again, find them kept."""
    engine = open_run("encoded", encoded_folder.parent)
    made = []
    encode = Encoder.encode_directly

    def count(self, texts, threads=1):
        made.extend(texts)
        return encode(self, texts, threads)

    monkeypatch.setattr(Encoder, "encode_directly", count)
    example = engine.look_up("a1")
    first = engine.search(example, Settings(facet="method", ranker="sentences"))
    assert len(made) > len(first.results)
    made.clear()
    again = engine.search(example, Settings(facet="result", ranker="sentences"))
    asked = [example.sentences[place].text for place in again.chosen]
    assert {r.paper_id for r in again.results} == {r.paper_id for r in first.results}
    assert len(made) == 1 and asked[0] in made[0]  # what is asked, to find the first papers by
