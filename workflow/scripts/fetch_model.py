"""Download a model of the registry."""

from paperpool.models.fetching import fetch_registered
from paperpool.models.registry import read_models
from paperpool.workflow.running.scripts import running

with running(snakemake):
    fetch_registered(read_models()[snakemake.wildcards.model])
