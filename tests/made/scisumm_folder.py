"""The files of cited text identification in the smoke run."""

import csv

from paperpool.demo.reference_papers import reference_ids

WORDS = ["asymm-d4", "asymm-d1", "symm", "bm25", "bm25-ensemble-chosen", "bm25-ensemble"]
PAPERS = reference_ids(400)
RULES = {
    "read_scisumm",
    "train_scisumm_vectors",
    "rank_scisumm_words",
    "rank_scisumm_encoder",
    "ablate_scisumm",
    "evaluate_scisumm",
}


def read_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
