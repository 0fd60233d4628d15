"""Measure how scores spread between CSFCube's queries, for `paperpool design`, and test the design.

    python studies/measure_spreads.py DATA/csfcube DATA/known-runs/sciatica [--to FOLDER]

Writes ``design_spreads.csv`` and ``design_gaps.csv`` (the numbers that the package ships), and
prints how far a design from half of the queries is from what the other half shows, in 100 splits.
"""

import argparse
import csv
from collections.abc import Sequence
from dataclasses import astuple, fields, replace
from pathlib import Path

import numpy as np

from paperpool.judging.designs import (
    Spread,
    find_gaps,
    judge_to_depth,
    list_designs,
    measure_spread,
    measure_spreads,
    score_queries,
)
from paperpool.judging.items import Items, gather_items
from paperpool.judging.measures import parse_measure
from replay_next import open_runs

SPLITS = 100


def main(words: Sequence[str] | None = None) -> None:
    """Measure the collection in the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("runs", type=Path)
    parser.add_argument("--to", type=Path)
    arguments = parser.parse_args(words)

    collection, runs = open_runs("csfcube", arguments.folder, arguments.runs)
    items = gather_items(collection.data, runs, parse_measure("ndcg%20", "measure"), 3)
    spreads = measure_spreads(items) + judge_once(items, collection.data.judgments)
    gaps = np.quantile(find_gaps(score_queries(items)), np.linspace(0.05, 0.95, 10))
    if arguments.to:
        names = [field.name for field in fields(Spread)]
        rows = [[f"{value:.4g}" for value in astuple(spread)] for spread in spreads]
        write(arguments.to / "design_spreads.csv", names, rows)
        write(arguments.to / "design_gaps.csv", ["gap"], [[f"{gap:.4g}"] for gap in gaps])
    test_halves(items)


def judge_once(items: Items, judgments: dict) -> list[Spread]:
    """Return the spreads with the grades of one annotator of each topic, in turn."""
    grades = items.grades.copy()
    rows = {item: row for row, item in enumerate(items.ids)}
    for number, topic in enumerate(items.topics):
        judged = judgments[topic]
        annotators = sorted(judged.annotators)
        given = judged.annotators[annotators[number % len(annotators)]]
        for candidate, grade in zip(judged.candidates, given, strict=True):
            if (topic, candidate) in rows and grade >= 0:
                grades[rows[topic, candidate]] = grade

    once = replace(items, grades=grades)
    whole = score_queries(items)
    spreads = []
    for spread in measure_spreads(once, annotators=1):
        scores = score_queries(judge_to_depth(once, spread.depth))
        spreads.append(measure_spread(scores, whole, spread.depth, 1))
    return spreads


def test_halves(items: Items) -> None:
    """Print the errors of designs from half of the queries."""
    scores = score_queries(items)
    errors: dict[str, list[float]] = {"interval": [], "detectable": []}
    for split in range(SPLITS):
        order = np.random.default_rng(split).permutation(scores.shape[1])
        halves = [scores[:, order[: len(order) // 2]], scores[:, order[len(order) // 2 :]]]
        spreads = [measure_spread(half, half, 0, 2) for half in halves]
        n = [halves[1].shape[1]]
        gaps = find_gaps(scores)
        [planned] = list_designs([spreads[0]], gaps, 30, n)
        [seen] = list_designs([spreads[1]], gaps, 30, n)
        for name, ratios in errors.items():
            ratios.append(getattr(planned, name) / getattr(seen, name))
    for name, ratios in errors.items():
        error = np.median(np.abs(np.array(ratios) - 1))
        print(f"{name}: median error {error:.3f}, mean ratio {np.mean(ratios):.3f}")


def write(path: Path, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a CSV file."""
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([names, *rows])


if __name__ == "__main__":
    main()
