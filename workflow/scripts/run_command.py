"""Rank a CSFCube collection with the user's own program, check its run and store it."""

import tempfile
from pathlib import Path

from paperpool.csfcube.command_ranker import rank_by_command
from paperpool.csfcube.release import read_collection
from paperpool.csfcube.run_checks import check_run, store_checked
from paperpool.scripts import running

with (
    running(snakemake),
    tempfile.TemporaryDirectory(dir=snakemake.resources.tmpdir) as folder,
):
    name = snakemake.wildcards.ranker
    collection = read_collection(Path(snakemake.input.collection[0]).parent)
    run = rank_by_command(
        name,
        snakemake.params.command,
        collection,
        folder,
        snakemake.log.stdout,
        snakemake.log.stderr,
    )
    checked = check_run(name, f"the run that rankers.{name}.command wrote", run, collection)
    store_checked(
        checked,
        snakemake.params.strict,
        snakemake.output.run,
        snakemake.output.ranked,
        snakemake.output.checks,
    )
