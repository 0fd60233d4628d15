"""What the demo's jobs pay for encoders: read here, or loaded by the libraries.

    PYTHONPATH=workflow/scripts python studies/compare_demo_loading.py [FOLDER]

runs the demo in FOLDER (default: a new one) up to the results of four jobs that encode, as far as
they are not there. Then these jobs are repeated with an empty cache, once as paperpool reads the
embedded model and once as transformers and sentence-transformers load it. Printed are the
processor seconds of each way, those of Snakemake included.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

ENCODED = (
    "results/demo/csfcube/runs/minilm.parquet",
    "results/demo/facets/sentences.parquet",
    "results/demo/scisearch/steps/minilm.parquet",
    "results/demo/scisumm/rankings/asymm-contextual-d4.parquet",
)
"""A result of each of the jobs."""

BY_LIBRARIES = """
from paperpool.models import plain_bert, plain_tokenizer

plain_bert.load_plain_bert = lambda *_, **__: None
plain_tokenizer.load_plain_tokenizer = lambda *_: None
"""
"""What a process does at its start so that it reads no model itself."""


def main(folder: Path) -> None:
    """Print the processor seconds of each way."""
    run(folder, "", "--quiet", "all")
    for way, at_start in (("as paperpool does", ""), ("by the libraries", BY_LIBRARIES)):
        shutil.rmtree(folder / "results/.cache", ignore_errors=True)
        before = processor_seconds()
        run(folder, at_start, "--quiet", "all", "--force")
        print(f"{len(ENCODED)} jobs, {way}: {processor_seconds() - before:.1f} processor seconds")


def run(folder: Path, at_start: str, *options: str) -> None:
    """Make the results in a folder; each process begins with ``at_start``, a program."""
    with tempfile.TemporaryDirectory() as begin:
        Path(begin, "sitecustomize.py").write_text(at_start, encoding="utf-8")
        path = os.pathsep.join([begin, str(ROOT / "workflow/scripts")])
        command = [sys.executable, "-m", "snakemake", *ENCODED, "--directory", str(folder)]
        subprocess.run(
            [*command, "--cores", "1", *options],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
            check=True,
        )


def processor_seconds() -> float:
    """Return the processor seconds of all processes that this one has started, and that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]).resolve())
    else:
        with tempfile.TemporaryDirectory() as new:
            main(Path(new))
