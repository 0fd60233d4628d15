"""Check submissions to CL-SciSumm's task 1a, and copy them to where all runs lie."""

import shutil
from pathlib import Path

import pyarrow.parquet as pq

from paperpool.files import writing
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.scripts import running

with running(snakemake):
    inputs, params = snakemake.input, snakemake.params
    tables = pq.read_table(inputs.citances), pq.read_table(inputs.sentences)
    for ranker, folder in params.folders.items():
        read_submissions(ranker, folder, *tables, strict=params.strict)
    for source, run in zip(inputs.files, snakemake.output.files, strict=True):
        with writing(Path(run)) as part:
            shutil.copyfile(source, part)
