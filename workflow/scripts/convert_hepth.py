"""Turn SNAP's papers and citations of high-energy physics theory into S2ORC metadata."""

from pathlib import Path

from paperpool.public_corpora.hepth import write_hepth
from paperpool.workflow.running.scripts import running

with running(snakemake):
    source = snakemake.input
    write_hepth(source.abstracts, source.edges, Path(snakemake.output.counts).parent)
