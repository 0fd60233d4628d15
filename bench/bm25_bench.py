"""Lucene's BM25 beside bm25s and rank_bm25, over CSFCube's abstracts and a corpus of them.

Queries are the facets and the whole abstracts of CSFCube's query papers; every document is scored
for every query. rank_bm25 is given fewer queries of the corpus: it takes seconds for one. What is
compiled at a first call is not timed.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from corpus_bench import find_shards
from measuring import DATA, Row, measure

FEW = 3
ROUNDS = 5

Use = Callable[[Sequence[str]], Callable[[str], Any]]
"""Indexes documents, and returns how to score a query."""


@dataclass(frozen=True)
class Work:
    """What is measured: a file with a document a line, and queries by kind."""

    name: str
    documents: Path
    n: int
    queries: dict[str, list[str]]


@dataclass(frozen=True)
class Rates:
    """Documents indexed and queries answered a second; ``best``: the highest score of each."""

    index: float
    queries: dict[str, list[float]]
    """By kind, in each round."""
    best: dict[str, list[float]]


def bench_bm25(folder: Path) -> list[Row]:
    """Return the rates of indexing and of answering queries, and the largest difference.

    Rates beside bm25s's are medians of rounds in which both answer in turn, so that what else the
    machine does slows both alike. rank_bm25 has another formula (Okapi's), and bm25s numbers of
    single precision.
    """
    rows = []
    for work in make_work(folder):
        few = work.n > 10_000
        (alone,), seconds, peak = measure(partial(time_bm25, [use_ours], work, None))
        (ours, sparse), _, _ = measure(partial(time_bm25, [use_ours, use_bm25s], work, None))
        (plain,), _, _ = measure(
            partial(time_bm25, [use_rank_bm25], work, FEW if few else None, rounds=1)
        )
        for name, mine, other in (("rank_bm25", alone, plain), ("bm25s", ours, sparse)):
            label = f"BM25 over {work.name}, documents indexed/s; {name}"
            ratio = mine.index / other.index
            rows.append(Row(label, mine.index, other.index, ratio, seconds, peak, work.n))
            for kind in work.queries:
                label = f"BM25 over {work.name}, queries of {kind}/s; {name}"
                rates = median(mine.queries[kind]), median(other.queries[kind])
                pairs = zip(mine.queries[kind], other.queries[kind], strict=False)
                ratio = median(rate / of_other for rate, of_other in pairs)
                rows.append(Row(label, *rates, ratio, seconds, peak, work.n))
        difference = max(
            abs(a - b)
            for kind, best in sparse.best.items()
            for a, b in zip(ours.best[kind], best, strict=True)
        )
        label = f"BM25 over {work.name}, largest difference of a best score from bm25s's"
        rows.append(Row(label, difference, 0.0, 1.0, seconds, peak, work.n))
    return rows


def make_work(folder: Path) -> list[Work]:
    """Write the documents: real ones where they are at hand, else generated ones."""
    from paperpool.collections.csfcube_release import read_collection

    corpus = folder / "corpus"
    n_corpus = write_lines(corpus, read_abstracts(find_shards(folder / "demo")))
    if (DATA / "csfcube").is_dir():
        collection = read_collection(DATA / "csfcube")
        pairs = collection.pairs()
        queries = {
            "a facet": [" ".join(collection.facet_sentences(*pair)) for pair in pairs],
            "a whole abstract": [collection.papers[q].abstract for q in collection.pools],
        }
        abstracts = [paper.abstract for paper in collection.papers.values()]
    else:
        with corpus.open(encoding="utf-8") as file:
            abstracts = list(islice(file, 4205))
        queries = {
            "a facet": [text[: len(text) // 3] for text in abstracts[:50]],
            "a whole abstract": abstracts[:34],
        }
    small = folder / "collection"
    n_small = write_lines(small, abstracts)
    return [
        Work("a collection", small, n_small, queries),
        Work("a corpus", corpus, n_corpus, queries),
    ]


def read_abstracts(shards: Sequence[Path]) -> Iterator[str]:
    """Yield the abstracts of shards."""
    import orjson

    for shard in shards:
        with gzip.open(shard) as lines:
            yield from (row["abstract"] for row in map(orjson.loads, lines) if row["abstract"])


def write_lines(path: Path, texts: Iterable[str]) -> int:
    """Write texts a line each; return their number. (Held in memory they would add to the peak.)"""
    with path.open("w", encoding="utf-8") as file:
        return sum(bool(file.write(" ".join(text.split()) + "\n")) for text in texts)


def time_bm25(
    uses: Sequence[Use], work: Work, n_queries: int | None, rounds: int = ROUNDS
) -> list[Rates]:
    """Return the rates of implementations, which answer all queries in turn in each round."""
    with work.documents.open(encoding="utf-8") as file:
        documents = [line.rstrip("\n") for line in file]
    scorers, found = [], []
    for use in uses:
        use(documents[:2])(documents[0])  # numba compiles at the first call
        start = time.perf_counter()
        score = use(documents)
        index = len(documents) / (time.perf_counter() - start)
        scorers.append(score)
        found.append(Rates(index, {kind: [] for kind in work.queries}, {}))

    for _ in range(rounds):
        for kind, queries in work.queries.items():
            chosen = queries[:n_queries]
            for score, rates in zip(scorers, found, strict=True):
                start = time.perf_counter()
                rates.best[kind] = [float(score(query).max()) for query in chosen]
                seconds = time.perf_counter() - start
                rates.queries[kind].append(len(chosen) / seconds)
    return found


def use_ours(documents: Sequence[str]) -> Callable[[str], Any]:
    from paperpool.rankers.bm25 import tokenize
    from paperpool.search.term_index import index_texts

    index = index_texts(map(tokenize, documents))
    return lambda query: index.score(tokenize(query))


def use_rank_bm25(documents: Sequence[str]) -> Callable[[str], Any]:
    from rank_bm25 import BM25Okapi

    from paperpool.rankers.bm25 import tokenize

    index = BM25Okapi([tokenize(document) for document in documents])
    return lambda query: index.get_scores(tokenize(query))


def use_bm25s(documents: Sequence[str]) -> Callable[[str], Any]:
    """Index with bm25s's variant of the same formula."""
    from bm25s import BM25

    from paperpool.rankers.bm25 import tokenize

    index = BM25(k1=1.2, b=0.75, method="lucene")
    index.index([tokenize(document) for document in documents], show_progress=False)
    return lambda query: index.get_scores(tokenize(query))
