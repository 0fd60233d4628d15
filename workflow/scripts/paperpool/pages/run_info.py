"""What every page of the report says of the run itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class RunLabel:
    """What a section of the report knows of its run."""

    name: str
    is_demo: bool


LIBRARIES = [
    *("numpy", "scipy", "pandas", "pyarrow", "duckdb", "scikit-learn", "torch"),
    *("sentence-transformers", "transformers", "matplotlib", "networkx", "jinja2", "snakemake"),
]
"""The libraries whose versions the report lists, where they are installed."""


@dataclass(frozen=True)
class RunInfo:
    """What the page says of the run itself.

    ``left_out`` maps a section that was left out to the configuration key it needs;
    ``benchmarks`` is the folder of Snakemake's benchmark files, of which those of the rule
    ``building`` are passed over; ``packages`` are the libraries whose versions are listed;
    ``data`` are the data keys that are set.
    """

    name: str
    seed: int
    config: str | Path
    is_demo: bool
    left_out: Mapping[str, str]
    benchmarks: str | Path
    building: str
    packages: Sequence[str]
    data: Sequence[str] = ()
