"""Extend a head by labelled sentences of a field, and measure it on papers that it has not seen.

The new weights are those that fit the field's labels best and stay near the head's: with few
sentences the head changes little. A head with other labels gives its encoder alone; then a new head
is trained. The measure is a cross-validation by paper, as sentences of one paper are alike.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from paperpool.errors import Problem, UserError
from paperpool.io.tables import read_batches
from paperpool.workflow.facets.head import HeadLabeller, build_features
from paperpool.workflow.facets.head_training import fit_layer, standardize
from paperpool.workflow.facets.measuring import label_f1
from paperpool.workflow.facets.structured import AbstractSplitter

HELD_OUT_COLUMNS = ["labeller", "metric", "value", "n_sentences", "n_papers"]
"""The labellers are ``base``, the head that was extended, and ``extended``."""

_FOLDS = 5

PENALTY = 0.1
"""Weight of the squared distance from the head beside the mean cross-entropy. From 0.003 to 1 the
accuracy on held-out papers changes by less than a point (``studies/compare_headings.py``)."""

_LOG = logging.getLogger("paperpool")


@dataclass(frozen=True)
class FieldAbstract:
    """The sentences of a paper's abstract, each with its label or None."""

    paper_id: str
    sentences: tuple[str, ...]
    labels: tuple[str | None, ...]


def read_split_papers(
    shards: Iterable[str | Path], ids: Collection[str], splitter: AbstractSplitter
) -> dict[str, Sequence[str]]:
    """Return the sentences of the papers of ``ids`` that have an abstract in the corpus."""
    found: dict[str, Sequence[str]] = {}
    for batch in read_batches(shards, ["paper_id", "abstract"]):
        paper_ids = batch["paper_id"].to_pylist()
        for row, paper_id in enumerate(paper_ids):
            abstract = batch["abstract"][row].as_py() if paper_id in ids else None
            if abstract:
                found[paper_id] = splitter.split(paper_id, abstract).sentences
    return found


class HeadExtension:
    """A head, labelled abstracts of a field, and the heads that these train.

    ``labels`` are those of the new heads. Raises UserError for abstracts of fewer than two papers.
    """

    def __init__(
        self, base: HeadLabeller, abstracts: Sequence[FieldAbstract], labels: Sequence[str]
    ):
        if len(abstracts) < 2:
            message = "The labelled sentences are of a single paper."
            hint = "Label at least two, better twenty: the accuracy is that on papers left out."
            raise UserError(Problem(message, "facets.train_on", hint))
        self._base = base
        self._abstracts = abstracts
        self._labels = tuple(labels)
        self._vectors = base.vectors.encode([abstract.sentences for abstract in abstracts])
        self._fits = sorted(base.labels) == sorted(labels)
        """Whether the base has the same labels, so that it can be extended."""

    def train(self) -> HeadLabeller:
        """Return the head that all abstracts train; equal arguments give equal weights."""
        return self._train(range(len(self._abstracts)))

    def _train(self, chosen: Sequence[int]) -> HeadLabeller:
        """Return the head that the abstracts of these numbers train."""
        mean, scale = self._base.weights["mean"], self._base.weights["scale"]
        start = None
        if self._fits:
            order = [self._base.labels.index(label) for label in self._labels]
            start = self._base.weights["weight"][order], self._base.weights["bias"][order]
        else:
            mean, scale = standardize([self._vectors[number] for number in chosen])

        features = []
        targets = []
        for number in chosen:
            rows = build_features(self._vectors[number], mean, scale)
            for place, label in enumerate(self._abstracts[number].labels):
                if label is not None:
                    features.append(rows[place])
                    targets.append(self._labels.index(label))

        exact = np.eye(len(self._labels))[targets]
        weight, bias = fit_layer(np.array(features), exact, PENALTY, start)
        weights = {"mean": mean, "scale": scale, "weight": weight, "bias": bias}
        return HeadLabeller(self._base.encoder, self._labels, weights, self._base.vectors)

    def measure(self, seed: int) -> pd.DataFrame:
        """Return the accuracy and the F1 of each label on held-out papers (``HELD_OUT_COLUMNS``).

        Each paper is labelled by a head that papers of the other folds trained. Papers are dealt
        to folds in an order drawn by ``seed``. The base has rows if its labels are the same. The
        accuracy is logged as a warning, so that it is printed before a corpus is labelled.
        """
        n_papers = len(self._abstracts)
        order = np.random.default_rng(seed).permutation(n_papers).tolist()
        n_folds = min(_FOLDS, n_papers)
        pairs: dict[str, list[tuple[str, str]]] = {"base": [], "extended": []}
        for fold in range(n_folds):
            held_out = order[fold::n_folds]
            head = self._train(sorted(set(order) - set(held_out)))
            for number in held_out:
                pairs["extended"] += self._compare(head, number)
                if self._fits:
                    pairs["base"] += self._compare(self._base, number)

        rows: list[tuple[str, str, float, int, int]] = []
        for labeller, compared in pairs.items():
            if compared:
                values = {"accuracy": sum(a == b for a, b in compared) / len(compared)}
                values |= {f"f1_{label}": label_f1(compared, label) for label in self._labels}
                for metric, value in values.items():
                    rows.append((labeller, metric, value, len(compared), n_papers))
        table = pd.DataFrame(rows, columns=HELD_OUT_COLUMNS)
        _log_accuracy(table, self._labels, pairs["extended"])
        return table

    def _compare(self, head: HeadLabeller, number: int) -> list[tuple[str, str]]:
        """Return (label, predicted label) of the labelled sentences of an abstract."""
        best = head.classify(self._vectors[number]).argmax(1)
        pairs = []
        for label, predicted in zip(self._abstracts[number].labels, best, strict=True):
            if label is not None:
                pairs.append((label, head.labels[predicted]))
        return pairs


def _log_accuracy(
    table: pd.DataFrame, labels: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> None:
    """Log the accuracy of labellers, and the labels that no sentence has."""
    accuracy = table[table.metric == "accuracy"].set_index("labeller")
    before = ""
    if "base" in accuracy.index:
        before = f"; it had {100 * accuracy.value['base']:.1f}% without facets.train_on"
    _LOG.warning(
        "On held-out papers of facets.train_on the labeller has %.1f%% of %d labels right (%d "
        "papers)%s.",
        100 * accuracy.value["extended"],
        accuracy.n_sentences["extended"],
        accuracy.n_papers["extended"],
        before,
    )
    absent = sorted(set(labels) - {label for label, _ in pairs})
    if absent:
        _LOG.warning("No sentence of facets.train_on has the label %s.", ", ".join(absent))
