"""Score the submissions of 2020 to CL-SciSumm beside what the task's script printed of each.

    python docs/tables/score_submissions.py FOLDER

FOLDER is the release with ``submissions-2020/``. Written is scisumm-submissions.csv: precision,
recall and F1 over all annotation files (micro and macro), ROUGE-S*, and the F1 of every file.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from paperpool.scisumm.counts import harmonic_mean, micro
from paperpool.scisumm.read.release import read_release
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.scisumm.scoring.evaluator import Judge
from paperpool.scisumm.scoring.overlap import count_overlap, pair_officially
from paperpool.scisumm.scoring.rouge_s import SkipBigrams

HERE = Path(__file__).resolve().parent

RUNS = {
    "unihd": "49-uniHD/intersection_2_field",
    "pingan-lr": "18-NLP-PINGAN-TECH/run_lr_aclbert_top3",
    "pingan-sembert": "18-NLP-PINGAN-TECH/run_sembert_scibert_all_top2",
}

KINDS = ("precision", "recall", "f1")

COLUMNS = ("config", "ranker", "split", "slice", "metric", "value", "published")


def main() -> int:
    """Write the table; return the exit status."""
    data = Path(sys.argv[1])
    release = read_release(data, ("reference", "citing"))
    judge = Judge(release.sentences, release.citances, release.gold, 2)
    with (HERE / "scisumm-submissions.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for ranker, run in RUNS.items():
            folder = data / "submissions-2020" / run
            lines = (folder / "scores.txt").read_text(encoding="utf-8").splitlines()
            printed = dict(line.split(": ") for line in lines)
            for (part, name), (value, key) in score(judge, folder):
                of_file = "" if part == "all" else f"{part}_"
                published = printed[f"{of_file}task1a_{key}"]
                writer.writerow(("submissions", ranker, "test", part, name, value, published))
    return 0


def score(judge: Judge, folder: Path) -> Iterator[tuple[tuple[str, str], tuple[float, str]]]:
    """Yield slice and measure of each figure, and its value with the name that is printed."""
    papers = read_submissions("theirs", folder, judge.citances, judge.sentences)
    rows = [row for paper in sorted(papers) for row in papers[paper]]
    pairs, bigrams = pair_officially(judge.rows("test"), rows), SkipBigrams()
    counts = {file: count_overlap(of_file) for file, of_file in pairs.items()}
    rouge = [bigrams.average(of_file) for of_file in pairs.values()]
    macro = {kind: fmean(getattr(each, kind) for each in counts.values()) for kind in KINDS}
    macro["f1"] = harmonic_mean(macro["precision"], macro["recall"])
    for kind in KINDS:
        yield ("all", kind), (getattr(micro(counts.values()), kind), f"{kind}_micro_avg")
        yield ("all", f"macro_{kind}"), (macro[kind], f"{kind}_macro_avg")
        of_files = fmean(getattr(each, kind) for each in rouge)
        yield ("all", f"rouge_s_{kind}"), (of_files, f"rouge_{kind}_avg")
    for file, of_file in sorted(counts.items()):
        yield (file, "f1"), (of_file.f1, "f1")


if __name__ == "__main__":
    sys.exit(main())
