"""Write somebody's collection and its runs for other tools, with what describes them."""

from pathlib import Path

from paperpool.collections.stored import read_stored
from paperpool.workflow.export.datasheet import find_sources
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.others import others_sheet, read_other_rankings
from paperpool.workflow.export.writing import write_export
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    files = snakemake.input
    params = snakemake.params

    collection = read_stored(Path(files.collection[0]).parent)
    write_export(
        export_collection(collection),
        read_other_rankings(collection, dict(zip(params.rankers, files.runs, strict=True))),
        others_sheet(
            snakemake.wildcards.collection, params.reader, params.is_demo, params.settings
        ),
        find_sources(files.licences, params.data_sources),
        Path(snakemake.output.datasheet).parent,
    )
