"""Write a run in the format of the CSFCube release, one file per facet."""

from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.official_runs import write_official_run
from paperpool.runs import read_run
from paperpool.scripts import running

with running(snakemake):
    paths = dict(zip(FACETS, snakemake.output.ranked, strict=True))
    write_official_run(read_run(snakemake.input.run), paths)
