"""What Snakemake gives to each script, for the type checker: a script may use this and no more."""

from typing import Any

class _Job:
    input: Any
    output: Any
    params: Any
    wildcards: Any
    log: Any
    resources: Any
    threads: int
    rule: str

snakemake: _Job
