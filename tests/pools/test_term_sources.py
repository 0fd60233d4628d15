"""The term-level sources against a comparison of every pair of texts."""

import logging

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.collections.collection import Pool
from paperpool.io.tables import CITATIONS
from paperpool.text.analysis import tokenize
from paperpool.workflow.pools.corpus_tokens import write_tokens
from paperpool.workflow.pools.names import KINDS, TERM_SOURCES, TEXTS
from paperpool.workflow.pools.term_sources import TermSettings, list_cited, rank_by_text, rank_cited

from ..made.tables import write_rows
from .conftest import COLUMN, make_texts, tokenize_corpus, write_texts

QUERIES = ["p0003", "p0040", "p0077"]


def exclude(queries):
    return {query: {query} for query in queries}


def make_corpus():
    """Return texts with words that stand once, repeated texts, and texts without any word."""
    texts = make_texts(150, vocabulary=120)
    for i in range(80, 90):
        texts[f"p{i:04}"] = texts["p0080"]
    for i, empty in enumerate([("", "-"), (None, "."), ("?", "!"), ("a b", "c d")]):
        texts[f"p{100 + i:04}"] = empty
    texts["p0110"] = ("unheard", "of")
    return texts


def make_vectors(words, seed=1):
    """Return random vectors; every seventh word lacks one."""
    vectors = np.random.default_rng(seed).normal(size=(len(words), 10))
    vectors[::7] = 0.0
    return vectors


def represent_all(texts, text, words, vectors, min_df):
    """Return the vectors of each source, by scikit-learn and by loops over the tokens."""
    raw = [pair[TEXTS.index(text)] or "" for pair in texts.values()]
    known = TfidfVectorizer(min_df=min_df).fit_transform(raw).toarray()
    everything = TfidfVectorizer()
    weights = everything.fit_transform(raw).toarray()
    column = everything.vocabulary_
    row = {word: vector for word, vector in zip(words, vectors, strict=True)}
    means, weighted = np.zeros((2, len(raw), vectors.shape[1]))
    for i, tokens in enumerate(map(tokenize, raw)):
        for word in tokens:
            means[i] += row[word] / len(tokens)
            weighted[i] += weights[i, column[word]] * row[word] / len(tokens)
    return {"tfidf": known, "cbow200": means, "tfidfcbow200": weighted}


@pytest.mark.parametrize("rank_unknown", [True, False])
@pytest.mark.parametrize("text", TEXTS)
def test_equals_a_comparison_of_every_pair(tmp_path, text, rank_unknown):
    texts = make_corpus()
    tokens, words = tokenize_corpus(tmp_path, texts)
    vectors = make_vectors(words.words)
    settings = TermSettings(depth=len(texts), min_df=3, rank_unknown=rank_unknown)
    ranked = rank_by_text(tokens, words, vectors, text, exclude(QUERIES), settings)
    assert tuple(ranked) == KINDS
    ids = list(texts)
    for kind, represented in represent_all(texts, text, words.words, vectors, 3).items():
        unknown = {i for i, vector in zip(ids, represented, strict=True) if not vector.any()}
        assert {"p0100", "p0101", "p0102", "p0103"} <= unknown
        for query in QUERIES:
            wanted = represented[ids.index(query)]
            distances = dict(zip(ids, np.linalg.norm(represented - wanted, axis=1), strict=True))
            left = set(ids) - {query} - (set() if rank_unknown else unknown)
            found = ranked[kind][query]
            assert {i for i, _ in found} == left and len(found) == len(left)
            for paper, score in found:
                assert -score == pytest.approx(distances[paper], abs=1e-7)
            scores = [score for _, score in found]
            assert scores == sorted(scores, reverse=True)
            repeated = [i for i, _ in found if "p0080" <= i <= "p0089"]
            assert repeated == sorted(repeated) and len(repeated) == 10
            zeros = [i for i, _ in found if i in unknown]
            assert zeros == (sorted(unknown) if rank_unknown else [])


def test_a_zero_vector_is_as_far_as_the_query_is_long(tmp_path):
    texts = {"q": ("red", "."), "a": ("red blue", "."), "b": ("green", "."), "none": ("", ".")}
    tokens, words = tokenize_corpus(tmp_path, texts)
    vectors = np.array(
        [{"red": [3.0, 0], "blue": [0, 8.0], "green": [3.0, 7]}[w] for w in words.words]
    )
    settings = TermSettings(depth=9, min_df=1, rank_unknown=True)
    ranked = rank_by_text(tokens, words, vectors, "title", exclude(["q"]), settings)
    expected = [("none", -3.0), ("a", pytest.approx(-np.hypot(1.5, 4))), ("b", -7.0)]
    assert ranked["cbow200"]["q"] == expected
    (first, nearest), *others = ranked["tfidf"]["q"]
    red, blue = np.log(5 / 3) + 1, np.log(5 / 2) + 1
    assert first == "a"
    assert nearest == pytest.approx(-np.sqrt(2 - 2 * red / np.hypot(red, blue)))
    assert others == [("none", -1.0), ("b", pytest.approx(-np.sqrt(2)))]


def test_batches_change_nothing(tmp_path, small_batches):
    tokens, words = tokenize_corpus(tmp_path, make_corpus())
    vectors = make_vectors(words.words)
    settings = TermSettings(depth=25, min_df=2, rank_unknown=True)
    ranked = []
    for rows in (10_000, 64, 7, 1):
        small_batches(rows)
        ranked.append(rank_by_text(tokens, words, vectors, "abs", exclude(QUERIES), settings))
    assert all(other == ranked[0] for other in ranked[1:])
    assert all(len(r) == 25 for runs in ranked[0].values() for r in runs.values())


def test_a_batch_of_texts_without_a_word_is_passed_over(tmp_path, small_batches):
    texts = {"q": ("red", ".")} | {f"none{i}": ("", ".") for i in range(5)} | {"z": ("red", ".")}
    tokens, words = tokenize_corpus(tmp_path, texts)
    settings = TermSettings(depth=5, min_df=1, rank_unknown=False)
    for rows in (100, 2, 1):
        small_batches(rows)
        ranked = rank_by_text(tokens, words, np.ones((1, 2)), "title", exclude("q"), settings)
        assert all([paper for paper, _ in ranked[kind]["q"]] == ["z"] for kind in KINDS)


def test_more_texts_without_a_word_than_are_asked_for_are_ordered_by_id(tmp_path):
    texts = {"q": ("red", ".")} | {f"p{999 - i}": ("", ".") for i in range(300)}
    tokens, words = tokenize_corpus(tmp_path, texts)
    settings = TermSettings(depth=5, min_df=1, rank_unknown=True)
    ranked = rank_by_text(tokens, words, np.array([[3.0, 4.0]]), "title", exclude("q"), settings)
    assert ranked["tfidf"]["q"] == [(f"p{i}", -1.0) for i in range(700, 705)]
    assert ranked["cbow200"]["q"] == [(f"p{i}", -5.0) for i in range(700, 705)]


def test_excluded_papers_leave_the_depth_whole(tmp_path):
    tokens, words = tokenize_corpus(tmp_path, make_corpus())
    vectors = make_vectors(words.words)
    settings = TermSettings(depth=30, min_df=2, rank_unknown=False)
    query, other = QUERIES[:2]
    whole = rank_by_text(tokens, words, vectors, "abs", exclude([query]), settings)
    for kind in KINDS:
        twins = {paper for paper, _ in whole[kind][query][:10]}
        excluded = {query: {query} | twins, other: {other}}
        ranked = rank_by_text(tokens, words, vectors, "abs", excluded, settings)[kind]
        assert ranked[query][:20] == whole[kind][query][10:]
        assert len(ranked[query]) == 30 and not twins & {paper for paper, _ in ranked[query]}
        assert len(ranked[other]) == 30


def test_a_query_without_a_known_word_gets_no_candidates(tmp_path, caplog):
    tokens, words = tokenize_corpus(tmp_path, make_corpus())
    settings = TermSettings(depth=10, min_df=2, rank_unknown=True)
    vectors = make_vectors(words.words)
    vectors[words.words.index("unheard")] = 1.0
    with caplog.at_level(logging.WARNING, logger="paperpool"):
        ranked = rank_by_text(
            tokens, words, vectors, "title", exclude(["p0100", "p0110"]), settings
        )
    sizes = {(kind, query): len(ranked[kind][query]) for kind in KINDS for query in ranked[kind]}
    expected = {*((kind, "p0100") for kind in KINDS), ("tfidf", "p0110")}
    assert {key for key, n in sizes.items() if n == 0} == expected
    assert "title_tfidf: query p0110 has no known word" in caplog.text
    assert "title_cbow200: query p0110" not in caplog.text


def test_the_names_are_those_of_the_release():
    assert (
        *("title_tfidf", "title_cbow200", "title_tfidfcbow200"),
        *("abs_tfidf", "abs_cbow200", "abs_tfidfcbow200"),
    ) == TERM_SOURCES


LIMITS = {"memory_limit": "200MB", "threads": 1}


@pytest.fixture
def candidates(tmp_path):
    """The candidates of two shards; the papers that begin with an x were left out by the filter."""
    ids = ["q", "r", "twin", "c", "b", "x1", "a"]
    kept = lambda paper_id: not paper_id.startswith("x")  # noqa: E731
    shards = [
        write_texts(tmp_path / "1", dict.fromkeys(ids[:4], ("T", "A")), kept),
        write_texts(
            tmp_path / "2", dict.fromkeys(ids[4:], ("T", "A")) | {"bare": ("T", " ")}, kept
        ),
    ]
    write_tokens(shards, COLUMN, tmp_path / "tokens", tmp_path / "words")
    return tmp_path / "tokens"


def test_every_cited_paper_of_the_corpus_by_id(tmp_path, candidates):
    edges = [("q", "c"), ("q", "a"), ("q", "x1"), ("q", "gone"), ("q", "q"), ("q", "twin")]
    edges.append(("q", "bare"))  # without an abstract
    citations = [
        write_rows(tmp_path / "c1", edges, CITATIONS),
        write_rows(tmp_path / "c2", ["rb", "bq", "ac"], CITATIONS),
    ]
    excluded = {"q": {"q", "twin"}, "r": {"r"}, "a": {"a"}, "b": {"b"}, "c": {"c"}}
    ranked = rank_cited(candidates, citations, excluded, temp_directory=tmp_path, **LIMITS)
    assert ranked == {
        "q": [("a", 1.0), ("c", 1.0)],
        "r": [("b", 1.0)],
        "a": [("c", 1.0)],
        "b": [("q", 1.0)],
        "c": [],
    }


def test_what_released_pools_say_of_citations_counts_too(tmp_path, candidates):
    pools = {
        "q": Pool(("a", "c", "gone", "b"), (("cited", "specter"), ("cited",), ("cited",), ("x",))),
        "r": Pool(("twin",), (("cited",),)),
    }
    known = list_cited(pools)
    assert known.schema == CITATIONS and known.num_rows == 4
    empty = write_rows(tmp_path / "c", ["rb"], CITATIONS)
    excluded = {"q": {"q"}, "r": {"r"}}
    ranked = rank_cited(
        candidates, [empty], excluded, known=known, temp_directory=tmp_path, **LIMITS
    )
    assert ranked == {"q": [("a", 1.0), ("c", 1.0)], "r": [("b", 1.0), ("twin", 1.0)]}


def test_long_lists_are_not_cut(tmp_path):
    ids = [f"p{i}" for i in range(2500)]
    papers = write_texts(tmp_path / "papers", dict.fromkeys(["q", *ids], ("T", "A")))
    citations = write_rows(tmp_path / "citations", [("q", i) for i in ids], CITATIONS)
    ranked = rank_cited(papers, [citations], {"q": {"q"}}, temp_directory=tmp_path, **LIMITS)
    assert [paper for paper, _ in ranked["q"]] == sorted(ids)
