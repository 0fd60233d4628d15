"""Read the files of the run again, compare them with what its jobs made, and list them."""

from paperpool.workflow.running.scripts import running
from paperpool.workflow.running.verification import verify_run, write_manifest

with running(snakemake) as logger:
    verified = verify_run(snakemake.params.folder, snakemake.threads)
    *lines, count = verified.describe()
    for line in lines:
        logger.info("%s", line)
    logger.warning("%s.", count)
    write_manifest(verified)
