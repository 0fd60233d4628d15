"""Facts about the run for the report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class RunLabel:
    """Facts about the run for a section."""

    name: str
    is_demo: bool


LIBRARIES = (
    "numpy scipy pandas pyarrow duckdb scikit-learn torch sentence-transformers transformers "
    "matplotlib networkx jinja2 snakemake"
).split()
"""The libraries whose versions the report lists, if installed."""


@dataclass(frozen=True)
class RunInfo(RunLabel):
    """Facts about the run for the page.

    ``left_out`` maps a section that was left out to the configuration key it needs. ``benchmarks``
    is the folder of Snakemake's benchmark files, read without those of the rule ``building``.
    ``data`` are the data keys that are set.
    """

    seed: int
    config: str | Path
    left_out: Mapping[str, str]
    benchmarks: str | Path
    building: str
    packages: Sequence[str]
    data: Sequence[str] = ()
