"""Rank by averaged word vectors, with or without TF-IDF weights.

Faceted collections: facet sentences of the query against whole abstracts, by L2 distance. Source:
CSFCube section 5 and appendix C; missing details are as in the sources of pools
(``paperpool.text.term_vectors``): means over all tokens, those without a vector as zero; a word
that stands n times in a text is added n times, each time with a TF-IDF weight that already grows
with n. Document frequencies come from the abstracts of all papers of the collection.

Of the variants tried these are the nearest to the paper's rows: over the 20 scores of each the mean
difference is 0.007 and 0.015, and the official all-NDCG%20 is 0.2999 and 0.3357 (paper: 0.2936 and
0.3142), with word2vec trained on 126,554 papers (``python studies/compare_averages.py`` after
``snakemake pools --configfile config/pools.yaml``). Trained on the collection's 4,205 abstracts
alone it is 0.2755 and 0.3200.

Whole papers: stemmed titles and abstracts on both sides, word2vec trained on the terms of the texts
themselves, compared by cosine, better than L2 here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import sparse

from paperpool.collections.collection import Collection, WholePapers
from paperpool.errors import Problem, UserError
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run
from paperpool.io.tables import write_table
from paperpool.rankers.ranker import Context
from paperpool.rankers.scoring.paper_vectors import rank_by_vectors
from paperpool.rankers.scoring.searching import count_whole, search_by_vectors, search_collection
from paperpool.rankers.scoring.stem_pools import count_stems
from paperpool.search.term_counts import TermCounts
from paperpool.text.analysis import analyze, count_words, tokenize
from paperpool.text.term_vectors import cbow, smoothed_idf, tfidf, tfidf_cbow
from paperpool.text.word_vectors import read_word_vectors, train_on_texts

BATCH_ROWS = 16_384

_WORDS_READ = 10_000_000
"""The least number of words of training: up to four times gensim's five epochs. With five, vectors
learned from a few thousand papers are poor."""


def rank_by_averages(collection: Collection, context: Context, kind: str) -> Run:
    """Rank by the averages of ``kind``, cbow or tfidfcbow."""
    if not isinstance(collection, WholePapers):
        if context.word_vectors is None:
            message = f"{context.name} needs word vectors, which a run of the workflow learns."
            hint = "Run the workflow (docs/rankers.md), or rank with another kind."
            raise UserError(Problem(message, context.collection, hint))
        return rank_by_word_vectors(collection, context.word_vectors, kind)

    pools = list(count_stems(collection, context.folder, context.threads))
    vectors = context.word_vectors or _train(collection, context)
    run: Run = {}
    for pool in pools:
        averages = average_terms(pool.terms, vectors, kind, pool.pool.rows)
        papers = np.concatenate(list(averages)).astype(np.float64)
        of_paper = dict(zip(pool.collection.papers, papers, strict=True))
        queries = {pair: of_paper[pair[0]] for pair in pool.collection.pairs()}
        run |= rank_by_vectors(pool.collection, queries, papers, "cosine")
    return run


def search_by_averages(collection: Collection, context: Context, kind: str) -> Run:
    """Search a whole collection by the averages of ``kind``, cbow or tfidfcbow, and the cosine."""
    terms = count_whole(collection, context)
    vectors = context.word_vectors or _train(collection, context)
    averages = average_terms(terms, vectors, kind, np.arange(len(collection.documents)))
    papers = np.concatenate(list(averages))
    return search_collection(collection, search_by_vectors(papers, "cosine", context.threads))


def _train(collection: Collection, context: Context) -> Path:
    """Train on the papers of all bodies: the released benchmark alone has no other texts."""
    path = context.folder / "word2vec.parquet"
    if not path.exists():
        texts = []
        for body in collection.bodies():
            texts.append([body.document_text(paper_id) for paper_id in body.documents])
        write_table(path, train_term_vectors(lambda: texts, context.seed, "the collection"))
    return path


def list_tokens(collection: Collection) -> list[list[str]]:
    """Return the tokens of the searched text of every paper, in their order."""
    return [tokenize(collection.document_text(i)) for i in collection.papers]


def rank_by_word_vectors(collection: Collection, vectors: str | Path, kind: str) -> Run:
    """Rank every topic's candidates by the L2 distance of averages, ``cbow`` or ``tfidfcbow``.

    ``vectors`` is a table of schema WORD_VECTORS. A text without a known word is a zero vector.
    """
    pairs = collection.pairs()
    query_texts = [tokenize(collection.query_text(*pair)) for pair in pairs]
    texts = list_tokens(collection)
    words = sorted(set(chain.from_iterable(texts)))
    known = read_word_vectors(vectors, words)
    counts = _count(texts, words)
    query_counts = _count(query_texts, words)

    idf = smoothed_idf(np.asarray((counts > 0).sum(axis=0)).ravel(), len(texts))
    papers = _average(kind, counts, idf, known)
    queries = _average(kind, query_counts, idf, known)
    return rank_by_vectors(collection, dict(zip(pairs, queries, strict=True)), papers, "l2")


def _count(texts: Sequence[Sequence[str]], words: Sequence[str]) -> sparse.csr_matrix:
    """Count the words of each text, shape (texts, words)."""
    row = {word: i for i, word in enumerate(words)}
    ids = np.array([row[word] for word in chain.from_iterable(texts)], np.int32)
    offsets = np.zeros(len(texts) + 1, np.int32)
    offsets[1:] = np.cumsum([len(text) for text in texts])
    return count_words(ids, offsets, len(words))


def _average(kind: str, counts: sparse.csr_matrix, idf: Floats, vectors: Floats) -> Floats:
    """Return the mean vectors of counted texts; those of tfidfcbow are weighted by TF-IDF."""
    if kind == "cbow":
        return cbow(counts, vectors)
    return tfidf_cbow(counts, tfidf(counts, idf), vectors)


class _Terms:
    """The terms of each text, read anew in each epoch."""

    def __init__(self, texts: Callable[[], Iterable[list[str]]]):
        self._texts = texts

    def __iter__(self) -> Iterator[list[str]]:
        for batch in self._texts():
            yield from map(analyze, batch)


def train_term_vectors(
    texts: Callable[[], Iterable[list[str]]], seed: int, where: str | Path
) -> pa.Table:
    """Train vectors of the terms of texts (schema WORD_VECTORS), see ``train_on_texts``.

    ``texts`` returns them in batches, the same at each call; ``where`` is their file.
    """
    return train_on_texts(_Terms(texts), seed, str(where), _WORDS_READ)


def average_terms(
    terms: TermCounts, vectors: str | Path, kind: str, counted: NDArray[np.integer] | None = None
) -> Iterator[NDArray[np.float32]]:
    """Yield the mean vectors of the texts of ``terms``, shape (texts, dimensions), in batches.

    tfidfcbow weights each term by its TF-IDF, with document frequencies of the texts at the rows
    ``counted``, by default all.
    """
    aligned = read_word_vectors(vectors, terms.words)
    found = terms.indices if counted is None else terms.take(counted).indices
    n_texts = len(terms) if counted is None else len(counted)
    idf = smoothed_idf(np.bincount(found, minlength=terms.n_words), n_texts)
    for start in range(0, len(terms), BATCH_ROWS):
        counts = terms.take(np.arange(start, min(start + BATCH_ROWS, len(terms))))
        yield _average(kind, counts, idf, aligned).astype(np.float32)
