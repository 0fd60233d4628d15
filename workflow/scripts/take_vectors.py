"""Take the vectors of papers from a file of vectors."""

from paperpool.encoding.taken_vectors import take_share
from paperpool.encoding.wanted_papers import list_papers
from paperpool.io.files import write_json
from paperpool.workflow.running.scripts import running

with running(snakemake, is_kept=False) as logger:
    file, output, papers = snakemake.input.files[0], snakemake.output, snakemake.input.wanted
    share = (output.vectors, output.owners)
    counts = take_share(file, list_papers(papers), *share, snakemake.params.dtype)
    write_json(output.counts, counts)
    logger.info("%s: %s", file, counts)
