"""Write MDCR's benchmark and its runs for other tools, with what describes them."""

from pathlib import Path

from paperpool.collections.mdcr_benchmark import read_benchmark, read_texts
from paperpool.collections.mdcr_collection import as_collection, merge_texts
from paperpool.errors import name_some
from paperpool.workflow.export.datasheet import find_sources
from paperpool.workflow.export.exported import export_collection
from paperpool.workflow.export.mdcr_export import mdcr_sheet, read_mdcr_rankings
from paperpool.workflow.export.writing import write_export
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    files = snakemake.input
    params = snakemake.params

    splits = {split: read_benchmark(files[split]) for split in params.runs}
    texts_by_split = []
    for split, benchmark in splits.items():
        texts_by_split.append(read_texts(files[f"{split}_data"], benchmark))
    texts, changed = merge_texts(texts_by_split)
    if changed:
        logger.warning(
            "%d papers have another text in a later split, which is not exported: %s",
            len(changed),
            name_some(changed),
        )

    scores = {}
    for split, names in params.runs.items():
        scores[split] = dict(zip(names, files[f"{split}_scores"], strict=True))
    collection = as_collection(splits, texts)
    write_export(
        export_collection(collection),
        read_mdcr_rankings(collection, scores),
        mdcr_sheet(params.origin, splits, params.settings),
        find_sources(files.licences, params.data_sources),
        Path(snakemake.output.datasheet).parent,
    )
