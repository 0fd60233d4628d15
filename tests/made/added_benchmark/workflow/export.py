"""Export the made-up benchmark."""

from pathlib import Path

from paperpool.benchmarks.added.protocol import rank, read
from paperpool.workflow.export.datasheet import find_sources
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.sheets import OWN, Sheet
from paperpool.workflow.export.trec import order_as_trec_eval
from paperpool.workflow.export.writing import write_export
from paperpool.workflow.running.scripts import running

with running(snakemake):
    data, collection = read(Path(snakemake.input.data[0]).parent)
    runs = []
    for name in snakemake.params.rankers:
        ranked = sorted(rank(name, data).items())
        runs.append(("test", name, ((t, order_as_trec_eval(found)) for t, found in ranked)))
    write_export(
        export_collection(collection),
        runs,
        Sheet("others.md.jinja", OWN, {}, {"name": "added", "format": "added"}),
        find_sources(snakemake.input.licences, ["others"]),
        Path(snakemake.output[0]).parent,
    )
