"""Write the merged configuration of the run beside its results."""

from paperpool.io.files import write_text
from paperpool.workflow.running.scripts import running

with running(snakemake):
    write_text(snakemake.output.config, snakemake.params.text)
