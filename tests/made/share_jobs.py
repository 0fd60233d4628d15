"""Jobs that encode a share of some papers, as processes that can be killed."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from paperpool.encoding.shares import (
    encode_sentence_share,
    encode_text_share,
    join_shares,
    write_share,
)
from paperpool.io.tables import MDCR_PAPERS
from paperpool.models import cached_model
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder

from .tables import write_rows

WORDS = "we study graphs of papers and show that citation helps retrieval a lot . [ ]".split()

BLOCK = 16
"""Items of a block here, about."""

STEPS = ("tempfile.mkstemp", "os.chmod", "os.rename")
"""Python's audit events of a written file: begun, complete, about to appear."""


def write_papers(path: Path, n: int) -> Path:
    """Write papers of random words; some are alike, some have no title or no abstract."""
    draw = np.random.default_rng(5)

    def text(most: int) -> str:
        return " ".join(draw.choice(WORDS[:13], draw.integers(most + 1))) + "."

    rows = [
        {"paper_id": str(i), "title": text(3), "abstract": f"W{text(20)} W{text(9)}"}
        for i in range(n)
    ]
    for i in range(0, n, 10):
        rows[i]["title"], rows[i + 1]["abstract"] = "", None
        rows[i + 2] |= {name: rows[3][name] for name in ("title", "abstract")}
    return write_rows(path, rows, MDCR_PAPERS)


@dataclass(frozen=True)
class Work:
    """The texts that jobs encode, ``sentences`` or whole papers; ``folder`` gets their results."""

    papers: Path
    model: Path
    cache: Path
    folder: Path
    sentences: bool
    jobs: int = 1

    def files(self, job: int) -> tuple[Path, Path]:
        """Return the files of a job."""
        return self.folder / f"{job}.npy", self.folder / f"{job}.owners.npy"

    def run(self, job: int) -> None:
        """Do the work of a job here."""
        settings = EncoderSettings(str(self.model), "mean", precision="float32", batch_size=4)
        cache, place = ArrayCache(self.cache), (job, self.jobs)
        if self.sentences:
            encoder = ContextualEncoder(settings, cache, 1)
            batches = encode_sentence_share(self.papers, encoder, *place)
        else:
            batches = encode_text_share(self.papers, Encoder(settings, cache, 1), "sep", *place)
        write_share(batches, *self.files(job))

    def join(self, n_papers: int) -> list[bytes]:
        """Join the jobs' results; return the bytes of the files."""
        made = [self.folder / "v.npy", self.folder / "starts.npy"][: 1 + self.sentences]
        join_shares([self.files(job) for job in range(self.jobs)], n_papers, *made)
        return [file.read_bytes() for file in made]

    def in_folder(self, folder: Path, **changes) -> Work:
        """Return the same work with results, and a cache unless it is given, of its own."""
        folder.mkdir(parents=True)
        return replace(self, **{"folder": folder, "cache": folder / "cache", **changes})


def run_process(work: Work, last_step: int | None = None, together=None) -> None:
    """Do the work of the first job in a process of its own; SIGKILL at a step of a file's writing.

    ``together``: a barrier to wait at before the work begins.
    """
    cached_model.BLOCK_ITEMS = BLOCK
    steps = 0

    def die(event: str, _) -> None:
        nonlocal steps
        if event not in STEPS:
            return
        steps += 1
        if steps == last_step:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(die)
    if together is not None:
        together.wait()
    work.run(0)
