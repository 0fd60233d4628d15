"""The six term-level sources beside the same work with scikit-learn's and gensim's defaults."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from corpus_bench import find_shards
from measuring import CORES, DATA, Row, measure

DEPTH = 1_000
QUERIES = 34


def bench_pools(folder: Path) -> list[Row]:
    """Return the rate of ranking a corpus for 34 queries, and how much the rankings share."""
    papers, queries, n = write_papers(folder)
    ours, seconds, peak = measure(partial(rank_ours, papers, queries, folder / "steps"))
    plain, plain_seconds, _ = measure(partial(rank_plainly, papers, queries))
    shared = [len(ours[q] & plain[q]) / len(plain[q]) for q in queries]
    share = sum(shared) / len(shared)
    rates = n / seconds, n / plain_seconds
    name = f"six term-level sources, papers/s on {CORES} cores; scikit-learn and gensim"
    agreement = "abs_tfidf, share of scikit-learn's top 100; itself"
    return [
        Row(name, *rates, rates[0] / rates[1], seconds, peak, n),
        Row(agreement, share, 1.0, share, seconds, peak, n),
    ]


def write_papers(folder: Path) -> tuple[Path, list[str], int]:
    """Write a corpus as the corpus stage does, with what the sources read; name its queries.

    Real papers of computer science with CSFCube's own where they are at hand, else generated ones.
    """
    import gzip

    import orjson
    import pyarrow as pa

    from paperpool.io.tables import write_table

    shards = find_shards(folder / "demo")
    queries: list[str] = []
    if (DATA / "csfcube").is_dir() and (DATA / "s2orc-csfcube").is_dir():
        from paperpool.collections.csfcube_release import read_collection

        shards += sorted((DATA / "s2orc-csfcube" / "metadata").glob("*.jsonl.gz"))
        queries = sorted(read_collection(DATA / "csfcube").pools)
    rows = []
    for shard in shards:
        with gzip.open(shard) as lines:
            for line in lines:
                row = orjson.loads(line)
                fields = row["mag_field_of_study"] or []
                chosen = row["paper_id"] in queries or "Computer Science" in fields
                if chosen and row["title"] and row["abstract"]:
                    rows.append((row["paper_id"], row["title"], row["abstract"], True))
    columns = dict(
        zip(("paper_id", "title", "abstract", "in_csfcube"), zip(*rows, strict=True), strict=True)
    )
    path = folder / "papers.parquet"
    write_table(path, pa.table({name: list(values) for name, values in columns.items()}))
    return path, queries or [row[0] for row in rows[:QUERIES]], len(rows)


def rank_ours(papers: Path, queries: list[str], folder: Path) -> dict[str, set[str]]:
    """Rank with all six sources; return the 100 best of abs_tfidf for each query."""
    from paperpool.text.word_vectors import read_word_vectors
    from paperpool.workflow.pools.corpus_tokens import read_words, write_tokens, write_word_vectors
    from paperpool.workflow.pools.names import TEXTS
    from paperpool.workflow.pools.term_sources import TermSettings, rank_by_text

    tokens, words, vectors = (folder / name for name in ("tokens", "words", "vectors"))
    write_tokens([papers], "in_csfcube", tokens, words)
    known = read_words(tokens, words)
    write_word_vectors(tokens, known.words, 13, vectors)
    matrix = read_word_vectors(vectors, known.words)
    excluded = {query: {query} for query in queries}
    settings = TermSettings(DEPTH, min_df=1, rank_unknown=True)
    ranked = {
        text: rank_by_text(tokens, known, matrix, text, excluded, settings, CORES) for text in TEXTS
    }
    return {
        query: {candidate for candidate, _ in ranking[:100]}
        for query, ranking in ranked["abs"]["tfidf"].items()
    }


def rank_plainly(papers: Path, queries: list[str]) -> dict[str, set[str]]:
    """Do the same work as the libraries' documentation does it, in memory."""
    import numpy as np
    import pyarrow.parquet as pq
    from gensim.corpora import Dictionary
    from gensim.models import TfidfModel, Word2Vec
    from gensim.utils import simple_preprocess
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances

    table = pq.read_table(papers).to_pandas()
    rows = [table.index[table.paper_id == query][0] for query in queries]
    documents = {
        name: [simple_preprocess(text) for text in table[name]] for name in ("title", "abstract")
    }
    model = Word2Vec(sentences=documents["abstract"], vector_size=200)
    tops: dict[str, Any] = {}
    for name in ("title", "abstract"):
        matrix = TfidfVectorizer().fit_transform(table[name])
        tops[name, "tfidf"] = np.argsort(-cosine_similarity(matrix[rows], matrix))
        dictionary = Dictionary(documents[name])
        weigh = TfidfModel(dictionary=dictionary)
        means = np.zeros((2, len(table), 200))
        for i, document in enumerate(documents[name]):
            if document:
                means[0, i] = model.wv.get_mean_vector(document, pre_normalize=False)
            weighted = weigh[dictionary.doc2bow(document)]
            if weighted:
                words = [dictionary[word] for word, _ in weighted]
                weights = [weight for _, weight in weighted]
                means[1, i] = model.wv.get_mean_vector(words, weights, pre_normalize=False)
        for kind, vectors in zip(("cbow200", "tfidfcbow200"), means, strict=True):
            tops[name, kind] = np.argsort(euclidean_distances(vectors[rows], vectors))
    ids = table.paper_id.to_numpy()
    return {
        query: set(ids[[i for i in top[:101] if i != row][:100]])
        for query, row, top in zip(queries, rows, tops["abstract", "tfidf"], strict=True)
    }
