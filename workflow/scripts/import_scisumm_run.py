"""Check a submission to CL-SciSumm's task 1a, and copy it to where all runs lie."""

import shutil
from pathlib import Path

from paperpool.io.files import writing
from paperpool.io.parquet_files import read_table
from paperpool.scisumm.read.submitted import read_submissions, write_rows
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    citances = read_table(inputs.citances)
    sentences = read_table(inputs.sentences, columns=["paper_id", "sid"])
    rows = read_submissions(params.run, params.folder, citances, sentences, params.strict)
    write_rows(output.rows, rows)
    for source, run in zip(inputs.files, output.files, strict=True):
        with writing(Path(run)) as part:
            shutil.copyfile(source, part)
