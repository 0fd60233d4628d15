"""Compare ways to index terms: how near each comes to the published figures of BM25 and TF-IDF.

    PYTHONPATH=workflow/scripts python studies/compare_terms.py CSFCUBE SCIFACT SHARD...

CSFCUBE and SCIFACT are folders of these collections. Shards are S2ORC's metadata, for statistics of
more abstracts (ours were made by fetch_arxiv). Printed is CSV: for each way the number of figures
that are met in every printed digit, that are within half a point (x100) else, and the mean absolute
difference in points. The first way of each system is the workflow's. Nothing was chosen by them.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from nltk.stem.porter import PorterStemmer
from rank_bm25 import BM25Okapi
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfVectorizer

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.csfcube.evaluation import evaluate_runs
from paperpool.evaluation.named_measures import measure_topics, parse_measures
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import read_published_scores
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.resources import RESOURCES

WORD = re.compile(r"\w+")
LONGER_WORD = re.compile(r"\b\w\w+\b")
"""Scikit-learn's words: of two characters or more."""

LUCENE_STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then "
    "there these they this to was will with".split()
)
LUCENE_WORD = re.compile(r"\w+(?:['’.]\w+)*")

DIGITS = 4

Tokenizer = Callable[[str], list[str]]


def main(csfcube: Path, scifact: Path, *shards: Path) -> None:
    """Print the table of both collections."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow("figures of,terms,statistics,figures,met,close,mean difference".split(","))
    for system, terms, statistics, found in [*try_csfcube(csfcube, shards), *try_scifact(scifact)]:
        differences = [abs(ours - published) for ours, published in found]
        n_met = sum(difference <= 0.5 * 10**-DIGITS + 1e-12 for difference in differences)
        n_close = sum(difference <= 0.005 for difference in differences) - n_met
        mean = f"{100 * np.mean(differences):.2f}"
        writer.writerow([system, terms, statistics, len(found), n_met, n_close, mean])
        sys.stdout.flush()


Way = tuple[str, str, str, list[tuple[float, float]]]
"""A system, its terms, what their statistics are of, and pairs of our and the published figure."""


def try_csfcube(folder: Path, shards: Sequence[Path]) -> Iterator[Way]:
    """Yield the ways for CSFCube's fabs_bm25 and fabs_tfidf."""
    collection = read_collection(folder)
    printed = read_published_scores(RESOURCES / "published/csfcube.csv")

    def judge(run: Run, system: str) -> list[tuple[float, float]]:
        metrics = evaluate_runs(collection, {"r": run}, {}, ["r"], Resampling(0, 100, 100)).metrics
        metrics = metrics.query("protocol == 'official' and split == 'test'")
        ours = metrics.set_index(["slice", "metric"]).value
        of_system = [score for score in printed if score.system == system]
        return [(ours[score.slice, score.measure], score.value) for score in of_system]

    all_papers, each_pool = "all papers", "the query's pool"
    bm25 = {
        "words": (find_words, all_papers),
        "words of two letters or more": (find_longer_words, all_papers),
        "without stop words": (drop_stop_words, all_papers),
        "words, pool by pool": (find_words, each_pool),
        "without stop words, pool by pool": (drop_stop_words, each_pool),
        "between blanks, pool by pool": (str.split, each_pool),
    }
    for terms, (tokenize, statistics) in bm25.items():
        run = rank_by_okapi(collection, tokenize, statistics == each_pool)
        yield "CSFCube fabs_bm25", terms.partition(",")[0], statistics, judge(run, "fabs_bm25")
    tfidf = {
        "words of two letters or more": ({}, all_papers),
        "words": ({"token_pattern": r"\w+"}, all_papers),
        "without stop words": ({"stop_words": "english"}, all_papers),
        "words of two letters or more, pool by pool": ({}, each_pool),
        "without stop words, pool by pool": ({"stop_words": "english"}, each_pool),
    }
    for terms, (settings, statistics) in tfidf.items():
        run = rank_by_tfidf(collection, settings, statistics == each_pool)
        yield "CSFCube fabs_tfidf", terms.partition(",")[0], statistics, judge(run, "fabs_tfidf")
    others = [text for shard in shards for text in read_abstracts(shard)]
    if others:
        run = rank_by_tfidf(collection, {}, False, others)
        statistics = f"all papers and {len(others):,} abstracts"
        found = judge(run, "fabs_tfidf")
        yield "CSFCube fabs_tfidf", "words of two letters or more", statistics, found


def read_abstracts(shard: Path) -> Iterator[str]:
    """Yield the abstracts of a shard of S2ORC's metadata."""
    with gzip.open(shard, "rt", encoding="utf-8") as lines:
        for line in lines:
            abstract = json.loads(line).get("abstract")
            if abstract:
                yield abstract


def find_words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def find_longer_words(text: str) -> list[str]:
    return LONGER_WORD.findall(text.lower())


def drop_stop_words(text: str) -> list[str]:
    return [word for word in find_longer_words(text) if word not in ENGLISH_STOP_WORDS]


def rank_by_okapi(collection: Collection, tokenize: Tokenizer, pool_by_pool: bool) -> Run:
    """Rank by rank_bm25, indexing all papers or each query's candidates alone."""
    words = {paper: tokenize(collection.document_text(paper)) for paper in collection.papers}
    rows = {paper: row for row, paper in enumerate(words)}
    whole = BM25Okapi(list(words.values()))
    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        query = tokenize(collection.query_text(*pair))
        if pool_by_pool:
            scores = BM25Okapi([words[paper] for paper in candidates]).get_scores(query)
        else:
            scores = whole.get_batch_scores(query, [rows[paper] for paper in candidates])
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run


def rank_by_tfidf(
    collection: Collection,
    settings: Mapping[str, str],
    pool_by_pool: bool,
    others: Sequence[str] = (),
) -> Run:
    """Rank by the cosine of TF-IDF vectors.

    They are fitted on all papers and ``others``, or on each query's candidates.
    """
    whole = TfidfVectorizer(dtype=np.float64, **settings)
    whole.fit([*map(collection.document_text, collection.papers), *others])
    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        texts = [collection.document_text(paper) for paper in candidates]
        vectorizer = whole
        if pool_by_pool:
            vectorizer = TfidfVectorizer(dtype=np.float64, **settings).fit(texts)
        query = vectorizer.transform([collection.query_text(*pair)])
        scores = (vectorizer.transform(texts) @ query.T).toarray().ravel()
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run


def try_scifact(folder: Path) -> Iterator[Way]:
    """Yield the ways for Anserini's BM25 on SciFact."""
    reader = make_reader({"format": "beir", "path": str(folder)})
    collection = assemble(reader.read(), reader.split, reader.relevant, reader.depth)
    printed = read_published_scores(RESOURCES / "published/scifact.csv")
    printed = [score for score in printed if "Anserini" in score.system]
    measures = parse_measures([score.measure for score in printed], reader.relevant)

    def judge(run: Run) -> list[tuple[float, float]]:
        found = measure_topics(run, collection, measures).mean(axis=0)
        return list(zip(found, [score.value for score in printed], strict=True))

    with TemporaryDirectory() as scratch:
        run = make_ranker({"kind": "bm25"}).rank(collection, Context(folder=Path(scratch)))
    yield "Anserini's BM25 on SciFact", "our stems; k1 1.2 and b 0.75", "all papers", judge(run)
    for k1, b, rounds in ((0.9, 0.4, True), (0.9, 0.4, False), (1.2, 0.75, True)):
        terms = f"Lucene's stems; k1 {k1} and b {b}{'; lengths rounded' * rounds}"
        run = rank_as_lucene(collection, k1, b, rounds)
        yield "Anserini's BM25 on SciFact", terms, "all papers", judge(run)


def rank_as_lucene(collection: OpenCollection, k1: float, b: float, rounds: bool) -> Run:
    """Rank by Lucene's BM25 with its English analyser; ``rounds`` is of documents' lengths."""
    stemmer = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    stems: dict[str, str] = {}

    def analyse(text: str) -> list[str]:
        words = [re.sub("['’]s$", "", word) for word in LUCENE_WORD.findall(text.lower())]
        words = [word for word in words if word not in LUCENE_STOP_WORDS]
        for word in words:
            if word not in stems:
                stems[word] = stemmer.stem(word, to_lowercase=False)
        return [stems[word] for word in words]

    papers = sorted(collection.documents)
    counts = [Counter(analyse(collection.document_text(paper))) for paper in papers]
    exact = np.array([count.total() for count in counts])
    lengths = np.array([round_length(int(length)) for length in exact]) if rounds else exact
    norms = k1 * (1 - b + b * lengths / exact.mean())
    postings: dict[str, list[tuple[int, float]]] = {}
    for row, count in enumerate(counts):
        for term, n in count.items():
            postings.setdefault(term, []).append((row, n / (n + norms[row])))
    run: Run = {}
    for pair in collection.pairs():
        scores = np.zeros(len(papers))
        for term in analyse(collection.query_text(*pair)):
            found = postings.get(term, [])
            idf = np.log(1 + (len(papers) - len(found) + 0.5) / (len(found) + 0.5))
            for row, weight in found:
                scores[row] += idf * weight
        matched = np.flatnonzero(scores)
        best = matched[np.argsort(-scores[matched], kind="stable")][:1000]
        run[pair] = rank_scores((papers[row], scores[row]) for row in best)
    return run


def round_length(length: int) -> int:
    """Return a length as Lucene keeps it: exact below 40, then with four significant bits."""
    n_exact = 24
    if length < n_exact:
        return length
    above = length - n_exact
    n_lost = max(above.bit_length() - 4, 0)
    return n_exact + (above >> n_lost << n_lost)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
