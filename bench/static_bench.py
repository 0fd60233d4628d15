"""The rates of static encoders, tokenising included, and those of their tokenisers alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from encoder_bench import MODEL, find_texts
from measuring import CORES, Row, measure

from paperpool.extras.static_encoders.making import VOCABULARIES

STATIC_PAPERS = 4_000


def bench_static() -> list[Row]:
    """Return the papers a second of static encoders, each beside its tokeniser alone.

    And a processor second, which other work on the machine changes little. No rate depends on the
    values of a table: they are random here.
    """
    texts = find_texts(STATIC_PAPERS)
    return [row for name in VOCABULARIES for row in _bench_vocabulary(name, texts)]


def _bench_vocabulary(vocabulary: str, texts: list[str]) -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        encoder, tokenizer = _make_encoder(vocabulary, texts, Path(folder))
        ours, _, peak = measure(partial(_time, encoder.encode, texts))
        alone, _, _ = measure(partial(_time, tokenizer, texts))
    units = f"s on {CORES} cores", "processor second"
    for unit, seconds, tokenising in zip(units, ours, alone, strict=True):
        rates = len(texts) / seconds, len(texts) / tokenising
        name = f"static encoder of {vocabulary}, papers/{unit}; its tokeniser alone"
        yield Row(name, *rates, rates[0] / rates[1], seconds, peak, len(texts))


def _make_encoder(vocabulary: str, texts: list[str], folder: Path) -> tuple[Any, Any]:
    """Return a static encoder of the embedded encoder's pieces or of the words of ``texts``.

    And what splits texts into them.
    """
    import numpy as np
    import torch

    from paperpool.extras.static_encoders.making import make_word_tokenizer
    from paperpool.models.locating import fetch_model
    from paperpool.models.static_encoder import (
        load_static_encoder,
        read_tokenizer,
        split_texts,
        write_static_encoder,
    )

    torch.set_num_threads(CORES)
    if vocabulary == "words":
        tokenizer = make_word_tokenizer(texts)
    else:
        tokenizer = read_tokenizer(fetch_model(MODEL))
    table = np.random.default_rng(0).normal(size=(tokenizer.get_vocab_size(), 384))
    write_static_encoder(folder, table.astype(np.float32), tokenizer, {})
    return load_static_encoder(folder), partial(split_texts, tokenizer)


def _time(work: Callable[[list[str]], Any], texts: list[str]) -> tuple[float, float]:
    """Return the seconds and the processor seconds that ``work`` takes on texts, once warm."""
    work(texts[:10])
    start, of_processor = time.perf_counter(), time.process_time()
    work(texts)
    return time.perf_counter() - start, time.process_time() - of_processor
