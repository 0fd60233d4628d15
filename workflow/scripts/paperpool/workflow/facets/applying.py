"""Label the sentences of papers, or keep their released labels."""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from tqdm import tqdm

from paperpool.collections.papers import Paper
from paperpool.forecasts import Forecast
from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import SENTENCES, read_batches, writing_table
from paperpool.workflow.facets.confidence import ConfidenceCount
from paperpool.workflow.facets.labeller import AnyLabeller
from paperpool.workflow.facets.structured import AbstractSplitter, HeadingTally, SplitPaper

CHUNK_PAPERS = 1024

_LOG = logging.getLogger("paperpool")


@dataclass(frozen=True)
class CorpusPapers:
    """The papers of ``shards`` (files) whose boolean ``column`` is true.

    ``headings`` are those of structured abstracts and the label of each, empty to take all text as
    text. ``trained_field`` is the field of study of the labeller's training data, None if it is
    unknown: then the papers' own fields are not read.
    """

    shards: Sequence[str | Path]
    column: str
    headings: Mapping[str, str]
    trained_field: str | None = None


@dataclass(frozen=True)
class LabelledTables:
    """The files that labelling writes: ``sentences`` (SENTENCES), ``headings`` (HeadingTally)."""

    sentences: str | Path
    headings: str | Path


def label_papers(
    labeller: AnyLabeller,
    collection: Mapping[str, Paper],
    corpus: CorpusPapers,
    leave_out: Collection[str],
    output: LabelledTables,
) -> None:
    """Label papers and write the tables of ``output``.

    Those of a ``collection`` come first, sorted, in its sentences; a labeller that predicts nothing
    leaves them their labels. Then come those of the corpus in order, without ``leave_out``, their
    abstracts split into sentences. Papers without abstract have no row; the log counts them and
    truncated sentences.
    """
    total = len(collection) + sum(count_rows(shard) for shard in corpus.shards)
    papers = []
    for paper_id in sorted(collection):
        paper = collection[paper_id]
        labels = () if labeller.predicts else paper.labels
        papers.append(SplitPaper(paper_id, paper.sentences, labels=labels))
    chunks = _read_chunks(papers, corpus, leave_out)
    _write_labelled(labeller, chunks, total, corpus.trained_field, output)


def label_named(
    labeller: AnyLabeller, ids: Collection[str], corpus: CorpusPapers, output: LabelledTables
) -> None:
    """Label the papers of ``ids`` alone and write the tables of ``output``.

    They are those of the corpus, in order. Labels and probabilities are those of ``label_papers``
    up to rounding, as other papers share a batch: 1e-5 in float32, a few thousandths in bfloat16.
    """
    papers: list[SplitPaper] = []
    for _, chunk in _read_chunks([], corpus, (), frozenset(ids)):
        papers += chunk
    chunks = []
    for start in range(0, len(papers), CHUNK_PAPERS):
        chunk = papers[start : start + CHUNK_PAPERS]
        chunks.append((len(chunk), chunk))
    _write_labelled(labeller, chunks, len(papers), corpus.trained_field, output)


def _write_labelled(
    labeller: AnyLabeller,
    chunks: Iterable[tuple[int, list[SplitPaper]]],
    total: int,
    trained_field: str | None,
    output: LabelledTables,
) -> None:
    """Label chunks of ``_read_chunks``, of ``total`` papers read, and write them to ``output``."""
    n_papers = 0
    n_sentences = 0
    n_empty = 0
    cut_before = labeller.n_cut
    tally = HeadingTally(labeller.predicts)
    confidence = ConfidenceCount(trained_field)
    forecast = Forecast("Labelling", total, "`sections` without facets and annotation avoid it.")
    with (
        writing_table(output.sentences, SENTENCES) as writer,
        tqdm(total=total, desc="label", unit="paper") as progress,
    ):
        for n_read, chunk in chunks:
            table = _label_chunk(labeller, chunk, tally, confidence)
            if table.num_rows:
                writer.write_table(table)
            n_papers += len(chunk)
            n_sentences += table.num_rows
            n_empty += sum(not paper.sentences for paper in chunk)
            progress.update(n_read)
            forecast.step(n_read)
    tally.write(output.headings)

    _LOG.info("%d sentences of %d papers labelled", n_sentences, n_papers)
    if n_empty:
        _LOG.warning("%d papers have no abstract, and so no sentence.", n_empty)
    n_cut = labeller.n_cut - cut_before
    if n_cut:
        _LOG.warning("%d sentences are longer than the model takes: their ends were cut.", n_cut)
    tally.log()
    confidence.log()


def _read_chunks(
    papers: Sequence[SplitPaper],
    corpus: CorpusPapers,
    leave_out: Collection[str],
    ids: Collection[str] | None = None,
) -> Iterator[tuple[int, list[SplitPaper]]]:
    """Yield the number of papers read and those to label, chunk by chunk.

    These are ``papers``, then those of the corpus (of ``ids`` alone).
    """
    for start in range(0, len(papers), CHUNK_PAPERS):
        first_papers = list(papers[start : start + CHUNK_PAPERS])
        yield len(first_papers), first_papers

    splitter = AbstractSplitter(corpus.headings)
    columns = ["paper_id", "abstract", corpus.column]
    if corpus.trained_field is not None:
        columns.append("fields")
    for shard in corpus.shards:
        for batch in read_batches([shard], columns, CHUNK_PAPERS):
            chunk: list[SplitPaper] = []
            for row in batch.filter(batch[corpus.column]).to_pylist():
                paper_id = row["paper_id"]
                if paper_id not in leave_out and (ids is None or paper_id in ids):
                    fields = row.get("fields") or ()
                    chunk.append(splitter.split(paper_id, row["abstract"] or "", fields))
            yield batch.num_rows, chunk


LabelledPaper = tuple[str, Sequence[str], Sequence[str]]
"""A paper's id, the sentences of its abstract and the label of each."""


def _label_chunk(
    labeller: AnyLabeller,
    papers: Sequence[SplitPaper],
    tally: HeadingTally,
    confidence: ConfidenceCount,
) -> pa.Table:
    """Return the rows of papers, in their order; labels by headings have no probability."""
    probabilities = labeller.label([paper.sentences for paper in papers])
    labelled: list[LabelledPaper] = []
    best = [np.zeros(0, np.float32)]
    is_gold = [np.zeros(0, bool)]
    for paper, rows in zip(papers, probabilities, strict=True):
        predicted = [labeller.labels[number] for number in rows.argmax(1)]
        tally.add(paper, predicted)
        labels = []
        for gold, label in zip(paper.gold_labels, predicted, strict=True):
            labels.append(gold or label)
        labelled.append((paper.paper_id, paper.sentences, labels))

        best.append(rows.max(1))
        is_gold.append(np.array([gold is not None for gold in paper.gold_labels], bool))
        if not labeller.predicts:
            is_gold[-1][:] = True  # no label is a prediction, and none has a probability
        elif paper.fields is not None:
            confidence.add(paper.fields, best[-1][~is_gold[-1]])
    return _make_table(labelled, pa.array(np.concatenate(best), mask=np.concatenate(is_gold)))


def _make_table(papers: Sequence[LabelledPaper], probabilities: pa.Array) -> pa.Table:
    """Return the rows (SENTENCES) of papers, in their order, with a probability per label."""
    ids: list[str] = []
    places: list[int] = []
    texts: list[str] = []
    all_labels: list[str] = []
    for paper_id, sentences, labels in papers:
        ids += [paper_id] * len(sentences)
        places += range(len(sentences))
        texts += sentences
        all_labels += labels

    arrays = []
    for column, field in zip((ids, places, texts, all_labels), SENTENCES, strict=False):
        arrays.append(pa.array(column, field.type))
    arrays.append(probabilities.cast(SENTENCES.field("probability").type))
    return pa.Table.from_arrays(arrays, schema=SENTENCES)


def keep_labels(
    papers: str | Path, read: str | Path, column: str, leave_out: Collection[str], path: str | Path
) -> None:
    """Write the sentences of a shard's papers with their released labels (SENTENCES) to ``path``.

    ``papers`` is the shard's part of the corpus and ``read`` the table that it was filtered from
    (``shards.READABLE``), both in file order. Papers whose boolean ``column`` is false and those of
    ``leave_out`` have no row. Probabilities are null. Memory is bounded by a batch.
    """
    n_papers = 0
    n_sentences = 0
    with writing_table(path, SENTENCES) as writer:
        for batch in _read_labelled(_list_ids(papers, column), read):
            kept = [paper for paper in batch if paper[0] not in leave_out]
            n_rows = sum(len(labels) for _, _, labels in kept)
            writer.write_table(_make_table(kept, pa.nulls(n_rows)))
            n_papers += len(batch)
            n_sentences += n_rows
    _LOG.info("%d sentences of %d papers have the release's labels", n_sentences, n_papers)


def _list_ids(papers: str | Path, column: str) -> Iterator[str]:
    """Yield the ids of the papers whose boolean ``column`` is true, in file order."""
    for batch in read_batches([papers], ["paper_id", column]):
        yield from batch.filter(batch[column])["paper_id"].to_pylist()


def _read_labelled(wanted: Iterator[str], read: str | Path) -> Iterator[list[LabelledPaper]]:
    """Yield the rows of ``wanted``, in the order of ``read``, batch by batch."""
    next_id = next(wanted, None)
    for batch in read_batches([read], ["paper_id", "sentences", "labels"]):
        found = []
        for row in batch.to_pylist():
            if row["paper_id"] == next_id:
                found.append((row["paper_id"], row["sentences"], row["labels"]))
                next_id = next(wanted, None)
        if found:
            yield found
    if next_id is not None:
        raise ValueError(f"{read} has no row of the paper {next_id} where it should stand")
