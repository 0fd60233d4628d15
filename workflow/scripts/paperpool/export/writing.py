"""Write a collection into a folder, in every format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from paperpool.export import beir, layout, trec
from paperpool.export.croissant import write_croissant
from paperpool.export.datasheet import Sheet, write_datasheet
from paperpool.export.exported import ExportedCollection, RankedRun
from paperpool.export.sources import Source
from paperpool.files import remove_other_files


def write_export(
    collection: ExportedCollection,
    runs: Iterable[RankedRun],
    sheet: Sheet,
    sources: Sequence[Source],
    folder: str | Path,
) -> None:
    """Write ``collection`` and its runs below ``folder``, as in ``layout``, and what describes it.

    ``runs`` is read once, one run at a time. Runs of an earlier configuration are removed.
    """
    folder = Path(folder)
    names: dict[str, list[str]] = {split: [] for split in collection.qrels}
    for split, qrels in collection.qrels.items():
        topics = (topic for topic in collection.topics if topic.topic_id in qrels)
        trec.write_topics(topics, folder / layout.TOPICS.format(split=split))
        trec.write_qrels(qrels, folder / layout.QRELS.format(split=split))
    for split, name, rankings in runs:
        trec.write_run(rankings, name, folder / layout.RUN.format(split=split, run=name))
        names[split].append(name)
    for split, kept in names.items():
        files = [folder / layout.RUN.format(split=split, run=name) for name in kept]
        remove_other_files(folder / layout.RUNS.format(split=split), files, "*.txt")
    beir.write_tsv(("query-id", "slice", "split"), collection.places, folder / layout.SPLITS)
    beir.write_corpus(collection.documents, folder / layout.CORPUS)
    beir.write_queries(collection.topics, folder / layout.QUERIES)
    for split, qrels in collection.beir.items():
        beir.write_qrels(qrels, folder / layout.BEIR_QRELS.format(split=split))
    data = layout.data_files(names, collection.beir)
    write_datasheet(collection, sheet, sources, data, folder / layout.DATASHEET)
    write_croissant(sheet, sources, [*data, layout.DATASHEET], folder)
