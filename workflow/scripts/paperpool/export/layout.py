"""Where the files of an exported collection lie, below its folder.

The names of runs and splits become parts of paths, ids of papers never do: the configuration
allows a ranker's name no separator, and splits are of a fixed list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TOPICS = "trec/{split}/topics.xml"
QRELS = "trec/{split}/qrels.txt"
RUNS = "trec/{split}/runs"
RUN = RUNS + "/{run}.txt"
SPLITS = "splits.tsv"
CORPUS = "beir/corpus.jsonl"
QUERIES = "beir/queries.jsonl"
BEIR_QRELS = "beir/qrels/{split}.tsv"
DATASHEET = "datasheet.md"
CROISSANT = "croissant.json"


def data_files(runs: Mapping[str, Iterable[str]], beir: Iterable[str]) -> list[str]:
    """Return the files of a collection without those that describe it.

    ``runs`` are the names of the runs of each TREC split, ``beir`` the splits of the BEIR folder.
    """
    trec = [
        file
        for split, names in runs.items()
        for file in (
            TOPICS.format(split=split),
            QRELS.format(split=split),
            *(RUN.format(split=split, run=name) for name in names),
        )
    ]
    return [*trec, SPLITS, CORPUS, QUERIES, *(BEIR_QRELS.format(split=split) for split in beir)]
