"""The vectors of large pools' papers, made by one job or several, a share each (``models.shares``).

Source: MDCR section 3: title and abstract, joined, are one text. For Aspire they are encoded
together, and a vector is made for each sentence of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa

from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import read_batches
from paperpool.mdcr.paper_texts import join_texts, list_papers
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoders import Encoder, joining_text
from paperpool.models.shares import Share
from paperpool.rankers.scoring.vector_files import PART_PAPERS, keep_known
from paperpool.rankers.scoring.vector_shares import Owned


def encode_text_share(
    papers: str | Path, encoder: Encoder, separator: str, job: int, jobs: int
) -> Iterator[Owned]:
    """Yield the embeddings of job number ``job`` of ``jobs``, from 0, in batches.

    ``papers`` is a table of MDCR_PAPERS. Each batch goes through the encoder's cache.
    """
    joint = joining_text(encoder, separator)
    for share, batch in _read_parts(papers, job, jobs):
        places, vectors = encoder.encode_share(join_texts(batch, joint), share)
        yield share.first + np.array(places, np.int64), vectors


def encode_sentence_share(
    papers: str | Path, encoder: ContextualEncoder, job: int, jobs: int
) -> Iterator[Owned]:
    """Yield the same of the sentences of papers; a paper owns as many as the encoder knows."""
    for share, batch in _read_parts(papers, job, jobs):
        texts = [(paper.title, *paper.sentences) for paper in list_papers(batch)]
        places, encoded = encoder.encode_share(texts, share)
        rows = iter(share.first + np.array(places, np.int64))
        for known in keep_known(encoded):
            counts = [len(vectors) for vectors in known]
            owners = [next(rows) for _ in known]
            yield np.repeat(np.array(owners, np.int64), counts), np.concatenate(known)


def _read_parts(papers: str | Path, job: int, jobs: int) -> Iterator[tuple[Share, pa.RecordBatch]]:
    """Yield the parts of the table that a job has some of, the same parts as of a single job."""
    total, first = count_rows(papers), 0
    for batch in read_batches([papers], ["paper_id", "title", "abstract"], PART_PAPERS):
        share = Share(job, jobs, first, batch.num_rows, total)
        first += batch.num_rows
        if share.has_any():
            yield share, batch
