"""Evaluate a labeller on CSAbstruct and on the labels of a collection."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

import pandas as pd

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.collection import Paper
from paperpool.collections.facets import LABELS
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
    found = labeller.label([abstract.sentences for abstract in abstracts])
    given = [abstract.labels for abstract in abstracts]
    said = [[LABELS[number] for number in rows.argmax(1)] for rows in found]
    gold, labels = (list(chain.from_iterable(of_all)) for of_all in (given, said))
    tables = [_rows("csabstruct", split, gold, labels, _read_published(published, path))]
    trained = {_words_of(abstract) for abstract in read_split(train)}
    unseen = [i for i, abstract in enumerate(abstracts) if _words_of(abstract) not in trained]
    if 0 < len(unseen) < len(abstracts):
        gold, labels = ([one for i in unseen for one in of_all[i]] for of_all in (given, said))
        tables.append(_rows("csabstruct", split + UNSEEN, gold, labels, {}))
    return pd.concat(tables)


def _words_of(abstract: LabelledAbstract) -> str:
    """Return an abstract's words, ignoring case and sentence boundaries."""
    return " ".join(" ".join(abstract.sentences).lower().split())


def measure_on_collection(
    papers: Mapping[str, Paper], queries: Collection[str], sentences: Iterable[str | Path]
) -> pd.DataFrame:
    """Return the rows of all papers, of ``queries`` (labelled by hand) and of the others."""
    facets = read_facets(sentences, papers)
    parts = {
        "all": sorted(papers),
        "queries": sorted(set(papers) & set(queries)),
        "candidates": sorted(set(papers) - set(queries)),
    }
    return pd.concat(
        _rows(
            judged_benchmark().name,
            part,
            [label for paper_id in ids for label in papers[paper_id].labels],
            [facet for paper_id in ids for facet in facets[paper_id]],
            {},
        )
        for part, ids in parts.items()
    )


def read_facets(
    paths: Iterable[str | Path], papers: Mapping[str, Paper]
) -> dict[str, tuple[str, ...]]:
    """Return the facets of ``papers``; raises UserError for other numbers of sentences."""
    found: dict[str, list[str]] = {paper_id: [] for paper_id in papers}
    paths = list(paths)
    for batch in read_batches(paths, ["paper_id", "facet"]):
        for paper_id, facet in zip(*(column.to_pylist() for column in batch), strict=True):
            if paper_id in found:
                found[paper_id].append(facet)
    odd = [i for i, paper in papers.items() if len(found[i]) != len(paper.sentences)]
    if odd:
        what = f"Papers with other sentences than the collection's: {name_some(odd)}."
        hint = "Delete the tables of labelled sentences and run again."
        raise UserError(Problem(what, ", ".join(map(str, paths)), hint))
    return {paper_id: tuple(facets) for paper_id, facets in found.items()}


def _rows(
    data: str,
    split: str,
    given: Sequence[str],
    found: Sequence[str],
    published: Mapping[str, float],
) -> pd.DataFrame:
    rows = [
        (data, split, measure, value, published.get(measure), len(given))
        for measure, value in score_labels(given, found).items()
    ]
    return pd.DataFrame(rows, columns=COLUMNS).astype({"published": float})


def _read_published(path: str | Path, split: str | Path) -> dict[str, float]:
    """Return the published {measure: score} on a file with the bytes of ``split``."""
    checksum = hash_file(split)
    rows = [row for row in read_rows(path) if row["sha256"] == checksum]
    return {row["metric"]: float(row["value"]) for row in rows}


_MERGED = {"objective": "background"}
"""The label that counts as another in CSFCube."""


def score_labels(given: Sequence[str], found: Sequence[str]) -> dict[str, float]:
    """Return measures of the agreement of two labellings, sentence by sentence.

    They are ``micro_f1``, ``merged_f1`` (micro-F1 with objectives as background, as in CSFCube,
    section 3), ``macro_f1`` and ``f1_<label>``. A label in neither has an F1 of nan, and no part in
    macro-F1.
    """
    pairs = list(zip(given, found, strict=True))
    merged = [tuple(_MERGED.get(label, label) for label in pair) for pair in pairs]
    by_label = {label: _f1(pairs, label) for label in LABELS}
    present = [value for value in by_label.values() if not math.isnan(value)]
    return {
        "micro_f1": _share_alike(pairs),
        "merged_f1": _share_alike(merged),
        "macro_f1": sum(present) / len(present) if present else math.nan,
        **{f"f1_{label}": value for label, value in by_label.items()},
    }


def _share_alike(pairs: Sequence[tuple[str, ...]]) -> float:
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else math.nan


def _f1(pairs: Iterable[tuple[str, str]], label: str) -> float:
    both = either = 0
    for a, b in pairs:
        both += a == b == label
        either += (a == label) + (b == label)
    return 2 * both / either if either else math.nan
