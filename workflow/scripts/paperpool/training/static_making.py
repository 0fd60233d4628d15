"""Make a static encoder from a teacher and a corpus's own papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.locating import fetch_model
from paperpool.models.static_encoder import read_tokenizer, split_texts, write_static_encoder
from paperpool.training.static_fit import FitSettings, count_pieces, fit_table
from paperpool.training.static_vocabulary import cut_texts, list_pieces, make_word_tokenizer

COUNTED_PAPERS = 30_000
"""Papers that pieces are counted in, at most; more move no weight that matters."""


def make_static_encoder(
    texts: Sequence[str],
    n_fitted: int,
    teacher: EncoderSettings,
    cache: ArrayCache,
    threads: int,
    folder: Path,
    vocabulary: str = "pieces",
    fit: FitSettings | None = None,
) -> None:
    """Write to ``folder`` a static encoder of a ``vocabulary`` (of ``VOCABULARIES``).

    Words are those of all ``texts``. Pieces, or words, are counted in all ``texts``, and the first
    ``n_fitted`` are encoded by the teacher. The bytes are the same on any machine that computes
    alike, with the same ``threads``.
    """
    from threadpoolctl import threadpool_limits

    fit = fit or FitSettings()
    encoder = Encoder(teacher, cache, threads)
    of_teacher = read_tokenizer(fetch_model(teacher.model))
    tokenizer = make_word_tokenizer(texts) if vocabulary == "words" else of_teacher
    pieces = encoder.encode(list_pieces(tokenizer))
    fitted = list(texts[:n_fitted])
    vectors = encoder.encode(fitted)
    counted = count_pieces(split_texts(tokenizer, texts), len(pieces))
    occurrences = np.asarray(counted.sum(axis=0)).ravel().astype(np.int64)
    read = fitted
    if teacher.max_tokens is not None:
        read = cut_texts(of_teacher, fitted, teacher.max_tokens)
    counts = count_pieces(split_texts(tokenizer, read), len(pieces))
    with threadpool_limits(threads):
        table = fit_table(pieces, occurrences, counts, vectors, fit)
    about = {
        "teacher": Path(teacher.model).name,
        "vocabulary": vocabulary,
        "papers_fitted": len(fitted),
        "papers_counted": len(texts),
        "dimensions": table.shape[1],
        **asdict(fit),
    }
    write_static_encoder(folder, table, tokenizer, about)
