"""`paperpool score` on many queries, beside pytrec_eval, which reads and measures the same files.

pytrec_eval alone has no intervals, tests, ranks, expectations over ties, doubts or checks: it is
the least that a score can cost in Python.
"""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

from measuring import Row, measure

SIZES = [(100_000, 10), (1_000, 1_000)]
"""Queries, and documents that two runs rank for each."""

PAPERS = 100_000

RUNS = ("first", "second")


def bench_score(folder: Path) -> list[Row]:
    """Return the seconds of scoring two runs, one against the other."""
    rows = []
    for n_queries, n_ranked in SIZES:
        made = folder / f"{n_queries}x{n_ranked}"
        write_collection(made, n_queries, n_ranked)
        _, other, _ = measure(partial(measure_plainly, made))
        _, ours, peak = measure(partial(score, made))
        name = f"{n_queries:,} queries, {n_ranked:,} documents each, two runs scored, s; "
        rows.append(Row(f"{name}pytrec_eval alone", ours, other, ours / other, ours, peak, PAPERS))
    return rows


def write_collection(folder: Path, n_queries: int, n_ranked: int) -> None:
    """Write a BEIR folder of made papers with two judged ones for each query, and two runs."""
    chance = random.Random(13)
    (folder / "qrels").mkdir(parents=True)
    with (folder / "corpus.jsonl").open("w") as file:
        for paper in range(PAPERS):
            row = {"_id": f"d{paper}", "title": f"Paper {paper}", "text": f"On subject {paper}."}
            file.write(f"{json.dumps(row)}\n")

    ranked = []
    queries, judgments = folder / "queries.jsonl", folder / "qrels" / "test.tsv"
    with queries.open("w") as topics, judgments.open("w") as file:
        file.write("query-id\tcorpus-id\tscore\n")
        for query in range(n_queries):
            first = chance.randrange(PAPERS)
            papers = [(first + place) % PAPERS for place in range(n_ranked)]
            relevant = sorted({chance.choice(papers), chance.randrange(PAPERS)})
            ranked.append((papers, relevant))
            topic = {"_id": f"q{query}", "text": f"subjects {relevant[0]} and {relevant[-1]}"}
            topics.write(f"{json.dumps(topic)}\n")
            for paper in relevant:
                file.write(f"q{query}\td{paper}\t1\n")

    for name in RUNS:
        with (folder / f"{name}.trec").open("w") as file:
            for query, (papers, relevant) in enumerate(ranked):
                scores = [
                    (round(chance.random() + 0.3 * (paper in relevant), 4), paper)
                    for paper in papers
                ]
                for rank, (score, paper) in enumerate(sorted(scores, reverse=True), 1):
                    file.write(f"q{query} Q0 d{paper} {rank} {score} {name}\n")


def measure_plainly(folder: Path) -> None:
    """Read judgments and runs and compute the four default measures by pytrec_eval."""
    import pytrec_eval

    judged: dict[str, dict[str, int]] = {}
    with (folder / "qrels" / "test.tsv").open() as file:
        next(file)
        for line in file:
            query, paper, grade = line.split("\t")
            judged.setdefault(query, {})[paper] = int(grade)
    measures = {"map", "ndcg_cut_10", "recall_100", "recip_rank"}
    for name in RUNS:
        with (folder / f"{name}.trec").open() as file:
            run = pytrec_eval.parse_run(file)
        results = pytrec_eval.RelevanceEvaluator(judged, measures).evaluate(run)
        assert len(results) == len(judged)


def score(folder: Path) -> None:
    """Score both runs by the command, with intervals, tests against the first and all checks."""
    import subprocess
    import sys

    first, second = (str(folder / f"{name}.trec") for name in RUNS)
    words = ["score", second, "--on", str(folder), "--baseline", first]
    command = [sys.executable, "-m", "paperpool.commands.main", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
