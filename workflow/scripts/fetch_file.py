"""Download one file of a published dataset."""

from paperpool.fetch import download, read_sources
from paperpool.scripts import running

with running(snakemake):
    sources = read_sources(snakemake.input.sources, snakemake.params.dataset)
    download(sources[snakemake.wildcards.file], snakemake.output.file)
