"""The files of an exported collection, below its folder.

Names of runs and splits become parts of paths: runs have no separator, splits a fixed list.
"""

from collections.abc import Iterable, Mapping

from paperpool.collections.csfcube_folds import FOLDS
from paperpool.workflow.export.exported import WHOLE

TOPICS = "trec/{split}/topics.xml"
QRELS = "trec/{split}/qrels.txt"
RUNS = "trec/{split}/runs"
RUN = RUNS + "/{run}.txt"
SPLITS = "splits.tsv"
CORPUS = "beir/corpus.jsonl"
QUERIES = "beir/queries.jsonl"
BEIR_QRELS = "beir/qrels/{split}.tsv"
BEIR_QRELS_LINES = "beir/qrels/{split}.jsonl"
BEIR_TOP_RANKED = "beir/top_ranked/{split}.jsonl"
SCHEME = "beir/scheme.yaml"
CARD = "beir/README.md"
DATASHEET = "datasheet.md"
CROISSANT = "croissant.json"
REGISTER_IR_DATASETS = "register_ir_datasets.py"
REGISTER_MTEB = "register_mteb.py"


OF_SPLITS = (TOPICS, QRELS, RUN, BEIR_QRELS, BEIR_QRELS_LINES, BEIR_TOP_RANKED)
"""The files whose names have a split's."""

CSFCUBE_SPLITS = (WHOLE, *FOLDS)
"""The splits of CSFCube's BEIR folder; a fold's topics are those of its slice ``all``."""


def data_files(
    runs: Mapping[str, Iterable[str]],
    beir: Iterable[str],
    has_candidates: bool = True,
    has_scheme: bool = False,
) -> list[str]:
    """Return a collection's data files; ``runs`` by TREC split, ``beir``'s splits."""
    files = []
    for split, names in runs.items():
        files += [TOPICS.format(split=split), QRELS.format(split=split)]
        files += [RUN.format(split=split, run=name) for name in names]
    files += [SPLITS, CORPUS, QUERIES]
    for split in beir:
        files += [BEIR_QRELS.format(split=split), BEIR_QRELS_LINES.format(split=split)]
        if has_candidates:
            files.append(BEIR_TOP_RANKED.format(split=split))
    if has_scheme:
        files.append(SCHEME)
    return files


def name_files(folder: str, data: Iterable[str]) -> dict[str, str | list[str]]:
    """Return the paths of a collection's files by name: ``data`` and its descriptions."""
    return {
        "data": [f"{folder}/{file}" for file in data],
        "card": f"{folder}/{CARD}",
        "datasheet": f"{folder}/{DATASHEET}",
        "croissant": f"{folder}/{CROISSANT}",
    }
