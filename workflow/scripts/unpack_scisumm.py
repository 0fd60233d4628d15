"""Unpack CL-SciSumm's files from the archive of its repository."""

from pathlib import Path

from paperpool.scisumm.read.unpacking import unpack_repository
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    listing = snakemake.output.listing
    n_files = unpack_repository(snakemake.input.archive, Path(listing).parent, listing)
    logger.info("%d files.", n_files)
