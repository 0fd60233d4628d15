"""Download one file of a release of Semantic Scholar's datasets."""

from paperpool.fetch.s2ag import fetch_file
from paperpool.workflow.running.scripts import running

with running(snakemake, is_kept=False):
    wildcards = snakemake.wildcards
    fetch_file(
        wildcards.release,
        wildcards.dataset,
        wildcards.file,
        snakemake.output.file,
        snakemake.params.key,
    )
