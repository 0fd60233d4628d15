"""Searching whole collections finds the same as ordering every document."""

import pytest

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.text.analysis import analyze

from ..made.averaging import write_random_vectors
from ..made.folders import DOCUMENTS, TOPICS, write_beir, write_lines


@pytest.fixture
def searched(tmp_path):
    """Return a function: a small collection that is searched to a depth."""
    settings = write_beir(tmp_path / "beir")
    return lambda depth=1000: assemble(make_reader(settings).read(), "test", 1, depth)


@pytest.fixture
def rank(tmp_path, tiny_bert):
    """Return a function: the run of a kind, in a folder of its own."""
    words = sorted({w for text in TOPICS.values() for w in text.split()} | {"nodes", "sea"})
    model = {"model": str(tiny_bert(tuple(words))), "precision": "float32"}
    texts = [*TOPICS.values(), *(text for texts in DOCUMENTS.values() for text in texts)]
    stems = sorted({stem for text in texts for stem in analyze(text)})
    write_random_vectors(tmp_path / "vectors", stems)

    def run(kind, collection, way="rank", **settings):
        folder = tmp_path / f"{kind}{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        context = Context("mine", "theirs", folder, ArrayCache(tmp_path / "cache"))
        context.word_vectors = tmp_path / "vectors"
        own = {} if kind in ("bm25", "tfidf", "cbow", "tfidfcbow") else model
        return getattr(make_ranker({"kind": kind, **own, **settings}), way)(collection, context)

    return run


PROMPTS = {"query": "sea ", "document": "nodes "}
SEARCHING = [(kind, None) for kind in ("bm25", "tfidf", "cbow", "tfidfcbow", "dense", "ts")]


@pytest.mark.parametrize("kind, prompts", [*SEARCHING, ("dense", PROMPTS), ("ts", PROMPTS)])
def test_what_is_found_is_what_ordering_all_documents_gives(kind, prompts, searched, rank):
    collection, settings = searched(), {"prompts": prompts} if prompts else {}
    found = rank(kind, collection, **settings)
    ordered = rank(kind, collection, "order", **settings)
    for pair, ranking in ordered.items():
        if kind in ("bm25", "tfidf"):  # what shares no term is not found
            ranking = [(i, score) for i, score in ranking if score > 0]
        assert [i for i, _ in found[pair]] == [i for i, _ in ranking]
        scores = [score for _, score in ranking]
        assert [score for _, score in found[pair]] == pytest.approx(scores, abs=1e-6)
    assert not prompts or found != rank(kind, collection)
    two = rank(kind, searched(2), **settings)
    assert two == {pair: ranking[:2] for pair, ranking in found.items()}


@pytest.mark.parametrize("kind", ["bm25", "tfidfcbow", "dense"])
def test_a_question_is_no_document_and_changes_no_statistics(kind, searched, rank, tmp_path):
    few = searched()
    more = {**TOPICS, "9": "whales whales whales and nodes"}
    grades = {topic: {"a": 1} for topic in more}
    settings = write_beir(tmp_path / "more", topics=more, grades=grades)
    many = assemble(make_reader(settings).read(), "test", 1, 1000)
    before, after = rank(kind, few), rank(kind, many)
    assert set(after) - set(before) == {("?9", "")}
    assert {pair: after[pair] for pair in before} == before
    assert all(set(dict(ranking)) <= set(DOCUMENTS) for ranking in after.values())


def test_a_paper_that_asks_does_not_find_itself(rank, tmp_path):
    settings = write_beir(tmp_path / "beir", grades={"q": {"c": 1}})
    title, text = DOCUMENTS["a"]
    asks = {"paper_id": "a", "part": "Art", "title": title, "abstract": text}
    rows = [{"_id": "q", "text": "x", "metadata": asks}]
    write_lines(tmp_path / "beir/queries.jsonl", rows)
    collection = assemble(make_reader(settings).read(), "test", 1, 10)
    for kind in ("bm25", "dense", "ts", "late"):
        assert "a" not in dict(rank(kind, collection)["a", "Art"])


def test_kinds_that_do_not_search_order_all_documents_of_a_small_collection(
    searched, rank, monkeypatch
):
    run = rank("late", searched(3))
    assert all(len(ranking) == 3 for ranking in run.values())
    monkeypatch.setattr("paperpool.rankers.ranker.LARGEST_ORDERED", 14)
    with pytest.raises(UserError) as error:
        rank("late", searched())
    [problem] = error.value.problems
    assert "15 pairs, of 14 at most" in problem.what
    assert problem.where == "data.collections.theirs" and "candidates" in problem.hint
    assert len(rank("dense", searched())) == 3


def test_what_a_first_search_found_is_ordered_alone(searched, rank):
    collection = searched()
    first = rank("bm25", collection)
    narrow = collection.narrow({pair: [i for i, _ in found[:2]] for pair, found in first.items()})
    assert not narrow.is_searched
    for pair, ranking in rank("late", narrow).items():
        assert set(dict(ranking)) == set(dict(first[pair][:2]))
