"""Write a CSFCube-style collection and its runs for other tools, with what describes them."""

from pathlib import Path

from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.published import is_released_collection
from paperpool.workflow.export.csfcube_export import csfcube_sheet, read_csfcube_rankings
from paperpool.workflow.export.datasheet import find_sources
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.making import describe_making
from paperpool.workflow.export.sheets import GENERATED, OWN, RELEASED
from paperpool.workflow.export.writing import write_export
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    files = snakemake.input
    params = snakemake.params

    collection = read_collection(Path(files.collection[0]).parent)
    pairs = [pair_name(*pair) for pair in collection.pairs()]
    origin = RELEASED if is_released_collection(files.released_queries, pairs) else OWN
    if params.is_demo:
        origin = GENERATED
    made = describe_making(dict(zip(params.made, files.made, strict=True)))
    write_export(
        export_collection(collection),
        read_csfcube_rankings(dict(zip(params.runs, files.runs, strict=True))),
        csfcube_sheet(origin, params.settings, params.name, made),
        find_sources(files.licences, params.data_sources[origin]),
        Path(snakemake.output.datasheet).parent,
    )
