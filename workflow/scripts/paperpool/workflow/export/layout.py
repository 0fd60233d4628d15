"""The files of an exported collection, below its folder.

Names of runs and splits become parts of paths: runs have no separator, splits a fixed list.
"""

from collections.abc import Iterable, Mapping

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
CARD = "beir/README.md"
DATASHEET = "datasheet.md"
CROISSANT = "croissant.json"


OF_SPLITS = (TOPICS, QRELS, RUN, BEIR_QRELS, BEIR_QRELS_LINES, BEIR_TOP_RANKED)
"""The files whose names have a split's."""


def data_files(
    runs: Mapping[str, Iterable[str]], beir: Iterable[str], has_candidates: bool = True
) -> list[str]:
    """Return a collection's data files; ``runs`` by TREC split, ``beir``'s splits."""
    of_beir = (BEIR_QRELS, BEIR_QRELS_LINES, BEIR_TOP_RANKED)[: 3 if has_candidates else 2]
    trec = [
        file
        for split, names in runs.items()
        for file in (
            TOPICS.format(split=split),
            QRELS.format(split=split),
            *(RUN.format(split=split, run=name) for name in names),
        )
    ]
    judged = [file.format(split=split) for split in beir for file in of_beir]
    return [*trec, SPLITS, CORPUS, QUERIES, *judged]


def name_files(folder: str, data: Iterable[str]) -> dict[str, str | list[str]]:
    """Return the paths of a collection's files by name: ``data`` and its descriptions."""
    return {
        "data": [f"{folder}/{file}" for file in data],
        "card": f"{folder}/{CARD}",
        "datasheet": f"{folder}/{DATASHEET}",
        "croissant": f"{folder}/{CROISSANT}",
    }
