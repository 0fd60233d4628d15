"""Take the vectors of papers from a file of vectors."""

from paperpool.encoding.taken_vectors import take_share
from paperpool.encoding.wanted_papers import list_papers
from paperpool.io.files import write_json
from paperpool.workflow.running.scripts import running

with running(snakemake, is_kept=False) as logger:
    file = snakemake.input.files[0]
    output = snakemake.output
    papers = list_papers(snakemake.input.wanted)
    counts = take_share(file, papers, output.vectors, output.owners, snakemake.params.dtype)
    write_json(output.counts, counts)
    logger.info("%s: %s", file, counts)
