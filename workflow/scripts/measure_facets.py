"""Measure a labeller on CSAbstruct and against the labels of a collection."""

from pathlib import Path

import pandas as pd

from paperpool.collections.csfcube_release import read_collection
from paperpool.io.tables import write_csv
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
from paperpool.workflow.facets.measuring import (
    COLUMNS,
    measure_on_collection,
    measure_on_csabstruct,
)
from paperpool.workflow.running.scripts import running

with running(snakemake):
    tables = [pd.DataFrame(columns=COLUMNS)]
    if snakemake.input.dev:
        labeller = load_labeller(
            snakemake.params.model,
            LabellerSettings(**snakemake.params.settings),
            snakemake.params.torch_threads,
            snakemake.params.labels,
        )
        for split in ("dev", "test"):
            table = measure_on_csabstruct(
                labeller,
                split,
                snakemake.input[split],
                snakemake.input.train,
                snakemake.input.published,
            )
            tables.append(table)
    if snakemake.input.collection:
        collection = read_collection(Path(snakemake.input.collection[0]).parent)
        tables.append(measure_on_collection(collection, snakemake.input.sentences))
    write_csv(snakemake.output.metrics, pd.concat(tables))
