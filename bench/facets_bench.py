"""The sentence labeller beside the plain encoder that it is made of, on the same abstracts."""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path

from encoder_bench import MODEL, encode_ours, find_texts
from measuring import CORES, Row, measure

LABELLED_PAPERS = 600
_SETTINGS = {"encoder": MODEL, "max_tokens": 512, "precision": "bfloat16"}
_TRAINING = {"epochs": 1, "learning_rate": 1e-4, "layer_decay": 1.0, "averaged": 1, "batch_size": 1}


def bench_facets() -> list[Row]:
    """Return the sentences per second of the labeller, loading left out, and of the encoder."""
    from paperpool.text.sentences import split_sentences

    abstracts = [split_sentences(text) for text in find_texts(LABELLED_PAPERS)]
    n = sum(map(len, abstracts))
    seconds, _, peak = measure(partial(label, abstracts))
    (other, _), _, _ = measure(partial(encode_ours, [" ".join(a) for a in abstracts]))
    name = f"facet labeller, sentences/s on {CORES} cores; its encoder alone"
    return [Row(name, n / seconds, n / other, other / seconds, seconds, peak, n)]


def label(abstracts: list[list[str]]) -> float:
    """Return the seconds of labelling by a labeller that has learnt from a single abstract."""
    from paperpool.workflow.facets.csabstruct import LabelledAbstract
    from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
    from paperpool.workflow.facets.training import TrainingSettings, train_labeller

    one = LabelledAbstract(("A background.", "A result."), ("background", "result"), (1.0, 1.0))
    settings = TrainingSettings(**_SETTINGS, **_TRAINING, seed=0, torch_threads=CORES)
    with tempfile.TemporaryDirectory() as folder:
        train_labeller([one], settings).save(Path(folder))
        labeller = load_labeller(folder, LabellerSettings(), CORES)
    labeller.label(abstracts[:32])
    start = time.perf_counter()
    labeller.label(abstracts)
    return time.perf_counter() - start
