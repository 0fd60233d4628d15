"""Compare both texts of a citing sentence, over seeds and numbers of epochs of the word vectors.

    python studies/compare_citances.py FOLDER CACHE [--epochs 2 6 12] [--seeds 13 1 2 3 4]

FOLDER is the release, CACHE a folder of word vectors (a run's, results/.cache, will do); those that
it lacks are trained, minutes each. Printed is F1 (×100) of the test papers under both protocols
with Citation Text Clean and with Citation Text, as CSV: of rankers with word vectors for each
number of epochs, the mean and the standard deviation over seeds.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "workflow" / "scripts"))

from paperpool.models.cache import ArrayCache
from paperpool.scisumm.choice import choice_of
from paperpool.scisumm.corpus import collect_papers
from paperpool.scisumm.counts import micro
from paperpool.scisumm.names import WORD_RANKERS
from paperpool.scisumm.rankings import rank_sentences
from paperpool.scisumm.read.release import SOURCES, read_release
from paperpool.scisumm.read.rows import by_citance
from paperpool.scisumm.read.training_texts import split_texts
from paperpool.scisumm.scoring.evaluator import Judge
from paperpool.scisumm.scoring.overlap import count_overlap, pair_by_citance, pair_officially
from paperpool.scisumm.tables import of_split, zip_columns
from paperpool.workflow.scisumm.match.symmetric import score_words
from paperpool.workflow.scisumm.match.word_vectors import VectorSettings, train_vectors

COLUMNS = ("clean", "text")
PROTOCOLS = ("official", "corrected")
WITH_VECTORS = ("asymm-d4", "asymm-d1", "symm")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("cache")
    parser.add_argument("--epochs", type=int, nargs="+", default=[2, 6, 12])
    parser.add_argument("--seeds", type=int, nargs="+", default=[13, 1, 2, 3, 4])
    args = parser.parse_args()
    release = read_release(args.folder, SOURCES)
    tables = [of_split(t, "test") for t in (release.sentences, release.citances, release.gold)]
    judge = Judge(*tables, 2)
    papers = {of: collect_papers(*tables[:2], args.folder, of) for of in COLUMNS}
    texts = split_texts(zip_columns(release.texts, "source", "sentences"))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    heads = [f"test F1, {protocol}, {citance}" for protocol in PROTOCOLS for citance in COLUMNS]
    writer.writerow(["ranker", "epochs", "seeds", *heads])
    for epochs in args.epochs:
        measured = []
        for seed in args.seeds:
            settings = VectorSettings(epochs=epochs, seed=seed)
            vectors = train_vectors(texts, settings, args.folder, ArrayCache(args.cache))
            measured.append([measure(judge, papers[of], vectors) for of in COLUMNS])
        for ranker in WITH_VECTORS:
            writer.writerow([ranker, epochs, len(measured), *describe(measured, ranker)])
    for ranker in WORD_RANKERS:
        if ranker not in WITH_VECTORS:
            writer.writerow([ranker, "", "", *describe(measured[:1], ranker)])


def measure(judge, papers, vectors):
    """Return F1 (×100) of the test papers by ranker and protocol."""
    found = {}
    gold = judge.rows("test")
    for ranker, scores in score_words(papers, vectors).items():
        choice = choice_of(ranker, "fixed", judge.k)
        rows = judge.submit(rank_sentences(papers, scores), choice)["test"].rows
        files = {
            "official": pair_officially(gold, rows),
            "corrected": pair_by_citance(gold, by_citance(rows), {}),
        }
        for protocol, pairs in files.items():
            found[ranker, protocol] = 100 * micro(map(count_overlap, pairs.values())).f1
    return found


def describe(measured, ranker):
    """Yield the cells of a row; ``measured`` has for each seed the scores of both columns."""
    for protocol in PROTOCOLS:
        for place in range(len(COLUMNS)):
            values = [of_seed[place][ranker, protocol] for of_seed in measured]
            spread = f" ± {np.std(values, ddof=1):.2f}" if len(values) > 1 else ""
            yield f"{np.mean(values):.2f}{spread}"


if __name__ == "__main__":
    main()
