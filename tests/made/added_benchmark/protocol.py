"""The protocol: how topics are ranked by two rankers of the benchmark's own, and scored."""

from pathlib import Path

import numpy as np

from paperpool.benchmarks.added import BENCHMARK, FILE
from paperpool.collections.found import Found, Topic, assemble
from paperpool.collections.papers import PlainPaper
from paperpool.evaluation.tables import EvaluationRows, Slice, measure_slice
from paperpool.io.files import read_json

RANKERS = ("overlap", "longest")


def read(folder):
    """Return the data in a folder, and the collection that they are."""
    path = Path(folder, FILE)
    data = read_json(path)
    found = Found(where={"documents": str(path)})
    for document, texts in data["documents"].items():
        found.read["documents"] += 1
        found.add_document(document, PlainPaper(document, *texts))
    for topic, text in data["topics"].items():
        found.add_topic(topic, Topic(text))
    for topic, grades in data["grades"].items():
        for document, grade in grades.items():
            found.add_grade(topic, document, grade)
    return data, assemble(found, "test", 1, depth=10)


def rank(name, data):
    """Return the documents of each topic with their scores, best first."""
    run = {}
    for topic, query in data["topics"].items():
        scores = {}
        for document, (title, abstract) in data["documents"].items():
            words = f"{title} {abstract}".lower().split()
            shared = len(set(words) & set(query.lower().split()))
            scores[document] = float(shared if name == "overlap" else len(words))
        run[topic] = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    return run


def evaluate(data, runs, paired):
    """Return the tables of scores of some runs."""
    topics = sorted(data["topics"])
    stacks = {}
    for name, run in runs.items():
        found = [data["grades"].get(topic, {}).get(run[topic][0][0], 0) > 0 for topic in topics]
        stacks[name] = np.array(found, float)[:, np.newaxis, np.newaxis]
    measured = measure_slice(stacks, paired.draws([len(topics)], 0), paired.baselines, [0])
    rows = EvaluationRows()
    place = Slice("added", BENCHMARK.headline.protocol, "test", "all", ["first"], topics)
    rows.add(place, measured, {})
    return rows.tables()
