"""Write a collection into a folder, in every format."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from paperpool.collections.scheme_text import format_scheme
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import remove_other_files, write_text
from paperpool.workflow.export import beir, layout, trec
from paperpool.workflow.export.card import write_card
from paperpool.workflow.export.croissant import write_croissant
from paperpool.workflow.export.datasheet import Source, write_datasheet
from paperpool.workflow.export.exported import ExportedCollection, RankedRun
from paperpool.workflow.export.registration import write_registration
from paperpool.workflow.export.sheets import Sheet
from paperpool.workflow.running.manifest import forget_lost, note_files


def write_export(
    collection: ExportedCollection,
    runs: Iterable[RankedRun],
    sheet: Sheet,
    sources: Sequence[Source],
    folder: str | Path,
) -> None:
    """Write ``collection`` and its runs below ``folder``, as in ``layout``, and its descriptions.

    ``runs`` is read once, one run at a time. Earlier runs and splits are removed. All files are
    noted in the manifest of a run that holds ``folder``.
    """
    folder = Path(folder)

    # TREC's files
    names: dict[str, list[str]] = {split: [] for split in collection.qrels}
    for split, qrels in collection.qrels.items():
        topics = [topic for topic in collection.topics if topic.topic_id in qrels]
        trec.write_topics(topics, folder / layout.TOPICS.format(split=split))
        trec.write_qrels(qrels, folder / layout.QRELS.format(split=split))
    for split, name, rankings in runs:
        trec.write_run(rankings, name, folder / layout.RUN.format(split=split, run=name))
        names[split].append(name)
    columns = ("query-id", "slice", "split")
    write_rows(folder / layout.SPLITS, columns, collection.places, "\t")

    # BEIR's files
    beir.write_corpus(collection.documents, collection.faceted, folder / layout.CORPUS)
    beir.write_queries(collection, folder / layout.QUERIES)
    for split, qrels in collection.beir.items():
        beir.write_qrels(qrels, folder / layout.BEIR_QRELS.format(split=split))
        beir.write_qrels_lines(qrels, folder / layout.BEIR_QRELS_LINES.format(split=split))
    for split, listed in collection.candidates.items():
        beir.write_top_ranked(listed, folder / layout.BEIR_TOP_RANKED.format(split=split))
    if collection.carries_scheme:
        write_text(folder / layout.SCHEME, format_scheme(collection.scheme))
    write_card(collection, sheet, sources, folder / layout.CARD)

    # earlier files go before the others are described
    data = layout.data_files(
        names, collection.beir, bool(collection.candidates), collection.carries_scheme
    )
    kept = [folder / name for name in data]
    for file in (*layout.OF_SPLITS, layout.SCHEME):
        remove_other_files(folder, kept, file.format(split="*", run="*"))
    write_datasheet(collection, sheet, sources, data, folder / layout.DATASHEET)
    write_registration(collection, sheet, folder)
    described = [layout.CARD, layout.DATASHEET, layout.REGISTER_IR_DATASETS, layout.REGISTER_MTEB]
    write_croissant(sheet, sources, [*data, *described], folder)
    forget_lost(folder)
    note_files(kept)  # the rule cannot name all of them
