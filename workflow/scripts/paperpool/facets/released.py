"""The sentences of CSFCube's released abstracts with the release's own labels: no labeller runs."""

import logging
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from paperpool.io.tables import SENTENCES, read_batches, writing_table

_LOG = logging.getLogger("paperpool")

LabelledPaper = tuple[str, Sequence[str], Sequence[str]]
"""A paper's id, the sentences of its abstract and the label of each."""


def keep_labels(
    papers: str | Path,
    read: str | Path,
    column: str,
    leave_out: Collection[str],
    path: str | Path,
) -> None:
    """Write the sentences of a shard's papers with their labels (SENTENCES) to ``path``.

    ``papers`` is the shard's part of the corpus and ``read`` the table that it was filtered from
    (``shards.READABLE``, with sentences and labels), both in file order. Papers whose boolean
    ``column`` is false and those to ``leave_out`` have no row. The probability is null: the
    release gives none. Memory is bounded by a batch.
    """
    n_papers = n_sentences = 0
    with writing_table(path, SENTENCES) as writer:
        for batch in _read_labelled(_list_kept(papers, column), read):
            table = _make_table([paper for paper in batch if paper[0] not in leave_out])
            writer.write_table(table)
            n_papers += len(batch)
            n_sentences += table.num_rows
    _LOG.info("%d sentences of %d papers have the release's labels", n_sentences, n_papers)


def _list_kept(papers: str | Path, column: str) -> Iterator[str]:
    """Yield the ids of the papers whose ``column`` is true, in file order."""
    for batch in read_batches([papers], ["paper_id", column]):
        yield from batch.filter(batch[column])["paper_id"].to_pylist()


def _read_labelled(wanted: Iterator[str], read: str | Path) -> Iterator[list[LabelledPaper]]:
    """Yield the rows of ``wanted``, whose order is that of ``read``, batch by batch.

    Of rows with one id the first is the paper's: the corpus has put the others aside.
    """
    next_id = next(wanted, None)
    for batch in read_batches([read], ["paper_id", "sentences", "labels"]):
        found = []
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            if row[0] == next_id:
                found.append(row)
                next_id = next(wanted, None)
        if found:
            yield found
    if next_id is not None:
        raise ValueError(f"{read} has no row of the paper {next_id} where it should stand")


def _make_table(papers: Sequence[LabelledPaper]) -> pa.Table:
    """Return the rows of some papers, in their order."""
    columns = [
        [paper_id for paper_id, sentences, _ in papers for _ in sentences],
        [place for _, sentences, _ in papers for place in range(len(sentences))],
        [sentence for _, sentences, _ in papers for sentence in sentences],
        [label for _, _, labels in papers for label in labels],
    ]
    arrays = [pa.array(c, field.type) for c, field in zip(columns, SENTENCES, strict=False)]
    nulls = pa.nulls(len(arrays[0]), SENTENCES.field("probability").type)
    return pa.Table.from_arrays([*arrays, nulls], schema=SENTENCES)
