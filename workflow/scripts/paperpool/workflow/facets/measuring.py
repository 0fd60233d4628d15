"""Evaluate a labeller on CSAbstruct and on the labels of a collection."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

import pandas as pd

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.collection import Collection as TestCollection
from paperpool.collections.papers import Paper
from paperpool.collections.schemes import Scheme, default_scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import read_rows
from paperpool.io.files import hash_file
from paperpool.io.tables import read_batches
from paperpool.workflow.facets.csabstruct import UNSEEN, LabelledAbstract, read_split
from paperpool.workflow.facets.labeller import AnyLabeller

COLUMNS = ["data", "split", "metric", "value", "published", "n_sentences"]


def measure_on_csabstruct(
    labeller: AnyLabeller, split: str, path: str | Path, train: str | Path, published: str | Path
) -> pd.DataFrame:
    """Return the rows of a split of CSAbstruct, and of its abstracts outside ``train``.

    ``published`` scores stand beside ours if they are of the same bytes.
    """
    abstracts = read_split(path)
    probabilities = labeller.label([abstract.sentences for abstract in abstracts])
    predicted = []
    for rows in probabilities:
        predicted.append([labeller.labels[number] for number in rows.argmax(1)])
    all_gold = list(chain.from_iterable(abstract.labels for abstract in abstracts))
    all_predicted = list(chain.from_iterable(predicted))
    printed = _read_published(published, path)
    scheme = default_scheme()  # which has CSAbstruct's labels
    tables = [_rows("csabstruct", split, all_gold, all_predicted, printed, scheme)]

    # abstracts that stand in the train split too would flatter the labeller
    trained = {_words_of(abstract) for abstract in read_split(train)}
    n_unseen = 0
    unseen_gold = []
    unseen_predicted = []
    for abstract, labels in zip(abstracts, predicted, strict=True):
        if _words_of(abstract) not in trained:
            n_unseen += 1
            unseen_gold += abstract.labels
            unseen_predicted += labels
    if 0 < n_unseen < len(abstracts):
        tables.append(
            _rows("csabstruct", split + UNSEEN, unseen_gold, unseen_predicted, {}, scheme)
        )
    return pd.concat(tables)


def _words_of(abstract: LabelledAbstract) -> str:
    """Return an abstract's words, ignoring case and sentence boundaries."""
    return " ".join(" ".join(abstract.sentences).lower().split())


def measure_on_collection(
    collection: TestCollection, sentences: Iterable[str | Path]
) -> pd.DataFrame:
    """Return the rows of all papers, of queries (labelled by hand) and of the others."""
    papers = {paper_id: collection.labelled(paper_id) for paper_id in collection.papers}
    queries = {query for query, _ in collection.judgments}
    facets = read_facets(sentences, papers)
    parts = {
        "all": sorted(papers),
        "queries": sorted(set(papers) & set(queries)),
        "candidates": sorted(set(papers) - set(queries)),
    }
    tables = []
    for part, ids in parts.items():
        labels = list(chain.from_iterable(papers[paper_id].labels for paper_id in ids))
        predicted = list(chain.from_iterable(facets[paper_id] for paper_id in ids))
        name = judged_benchmark().name
        tables.append(_rows(name, part, labels, predicted, {}, collection.scheme))
    return pd.concat(tables)


def read_facets(
    paths: Iterable[str | Path], papers: Mapping[str, Paper]
) -> dict[str, tuple[str, ...]]:
    """Return the facets of ``papers``; raises UserError for other numbers of sentences."""
    found: dict[str, list[str]] = {paper_id: [] for paper_id in papers}
    paths = list(paths)
    for batch in read_batches(paths, ["paper_id", "facet"]):
        ids = batch["paper_id"].to_pylist()
        for paper_id, facet in zip(ids, batch["facet"].to_pylist(), strict=True):
            if paper_id in found:
                found[paper_id].append(facet)

    odd = []
    for paper_id, paper in papers.items():
        if len(found[paper_id]) != len(paper.sentences):
            odd.append(paper_id)
    if odd:
        message = f"Papers with other sentences than the collection's: {name_some(odd)}."
        hint = "Delete the tables of labelled sentences and run again."
        raise UserError(Problem(message, ", ".join(map(str, paths)), hint))
    return {paper_id: tuple(facets) for paper_id, facets in found.items()}


def _rows(
    data: str,
    split: str,
    gold: Sequence[str],
    predicted: Sequence[str],
    published: Mapping[str, float],
    scheme: Scheme,
) -> pd.DataFrame:
    """Return the measures of the agreement of two labellings as the table of ``COLUMNS``."""
    rows = []
    for measure, value in score_labels(gold, predicted, scheme).items():
        rows.append((data, split, measure, value, published.get(measure), len(gold)))
    return pd.DataFrame(rows, columns=COLUMNS).astype({"published": float})


def _read_published(path: str | Path, split: str | Path) -> dict[str, float]:
    """Return the published {measure: score} on a file with the bytes of ``split``."""
    checksum = hash_file(split)
    published = {}
    for row in read_rows(path):
        if row["sha256"] == checksum:
            published[row["metric"]] = float(row["value"])
    return published


def score_labels(gold: Sequence[str], predicted: Sequence[str], scheme: Scheme) -> dict[str, float]:
    """Return measures of the agreement of two labellings, sentence by sentence.

    They are ``micro_f1``, ``merged_f1`` (micro-F1 where the labels of a facet are one, as CSFCube,
    section 3, counts objectives as background), ``macro_f1`` and ``f1_<label>``. A label in
    neither has an F1 of nan, and no part in macro-F1.
    """
    pairs = list(zip(gold, predicted, strict=True))
    facets = {label: scheme.facet_of(label) or label for label in scheme.labels}
    merged = [(facets[a], facets[b]) for a, b in pairs]
    by_label = {label: label_f1(pairs, label) for label in scheme.labels}
    present = [value for value in by_label.values() if not math.isnan(value)]
    scores = {
        "micro_f1": _share_alike(pairs),
        "merged_f1": _share_alike(merged),
        "macro_f1": sum(present) / len(present) if present else math.nan,
    }
    for label, value in by_label.items():
        scores[f"f1_{label}"] = value
    return scores


def _share_alike(pairs: Sequence[tuple[str, str]]) -> float:
    if not pairs:
        return math.nan
    return sum(a == b for a, b in pairs) / len(pairs)


def label_f1(pairs: Iterable[tuple[str, str]], label: str) -> float:
    """Return the F1 of a label in pairs of a gold and a predicted one; nan if neither has it."""
    both = 0
    either = 0
    for a, b in pairs:
        both += a == b == label
        either += (a == label) + (b == label)
    return 2 * both / either if either else math.nan
