"""The papers that pools are drawn from: kept by a filter of the corpus, with an abstract.

An annotator cannot judge a paper by its title alone.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from paperpool.io.parquet_files import writing_groups
from paperpool.io.tables import PAPER_TEXTS, list_texts, read_batches
from paperpool.rankers.scoring.vector_files import PART_PAPERS
from paperpool.workflow.corpus.groups import Summary


def are_candidates(papers: pa.RecordBatch, column: str) -> pa.Array:
    """Return whether rows are candidates: ``column`` is true, and there is an abstract."""
    return pc.and_(papers[column], have_abstracts(papers))


def have_abstracts(papers: pa.RecordBatch) -> pa.Array:
    """Return whether rows have an abstract other than white space."""
    lengths = pc.utf8_length(pc.utf8_trim_whitespace(papers["abstract"]))
    return pc.greater(pc.fill_null(lengths, 0), 0)


def write_candidates(papers: Sequence[str | Path], column: str, path: str | Path) -> int:
    """Write the candidates by ``column`` in their order (PAPER_TEXTS); return their number."""
    written = 0
    with writing_groups(path, PAPER_TEXTS, dictionary=False) as writer:
        for batch in read_batches(papers, [*PAPER_TEXTS.names, column]):
            candidates = batch.filter(are_candidates(batch, column)).select(PAPER_TEXTS.names)
            writer.write_batch(candidates)
            written += candidates.num_rows
    return written


def read_parts(
    shard: str | Path, column: str | None = None, joint: str = " "
) -> Iterator[dict[str, str]]:
    """Yield titles and abstracts by paper id, PART_PAPERS at a time.

    Without a ``column``, of all papers instead of candidates.
    """
    rows = _read_texts(shard, column, joint)
    while True:
        texts = dict(islice(rows, PART_PAPERS))
        if not texts:
            break
        yield texts


def _read_texts(shard: str | Path, column: str | None, joint: str) -> Iterator[tuple[str, str]]:
    """Yield the id of each paper, and its title and abstract joined by ``joint``."""
    columns = list(PAPER_TEXTS.names)
    if column:
        columns.append(column)
    for batch in read_batches([shard], columns):
        if column:
            batch = batch.filter(are_candidates(batch, column))
        texts = map(joint.join, list_texts(batch))
        yield from zip(batch["paper_id"].to_pylist(), texts, strict=True)


def list_fates(counts: Summary, n_candidates: int) -> dict[str, int]:
    """Return the number of readable papers by fate; the numbers add up to all of them.

    ``counts`` are a filter's in corpus/summary.json. Fates are the filter's drop reasons,
    ``no_abstract`` and ``candidate``.
    """
    fates = dict(counts["dropped"])
    fates["no_abstract"] = counts["kept"] - n_candidates
    fates["candidate"] = n_candidates
    return fates
