"""Download one file of a published dataset."""

from paperpool.fetch.downloading import download
from paperpool.fetch.sources import locate, read_sources
from paperpool.workflow.running.scripts import running

with running(snakemake):
    file = snakemake.wildcards.file
    source = read_sources(snakemake.input.sources, snakemake.params.dataset)[file]
    download(locate(source, snakemake.output.file), snakemake.output.file)
