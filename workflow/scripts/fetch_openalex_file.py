"""Download one file of a release of OpenAlex."""

from paperpool.fetch.openalex import fetch_file
from paperpool.workflow.running.scripts import running

with running(snakemake, is_kept=False):
    fetch_file(snakemake.wildcards.release, snakemake.wildcards.file, snakemake.output.file)
