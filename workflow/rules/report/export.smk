"""The collections of a run in the formats of other tools (no part of `all`).

Of other people's collections the files whose names have a split or a ranker are no outputs that the
rule names: croissant.json lists them, with their checksums. mteb loads the folder beir/.
"""

from paperpool.collections.collection import STORED_FILES
from paperpool.pages.environment import list_templates


rule export:
    """Write the judged collections as TREC files and BEIR folders."""
    input:
        run.export.get_error_without_data,
        "<results>/config.yaml",
        collect("<results>/export/{name}/croissant.json", name=run.export.names),


rule export_csfcube:
    """Write the CSFCube-style collection and all its runs as TREC files and a BEIR folder, with a
    datasheet. `made` has how a run of ours made the collection, if one did; `released_queries` tell
    whether it is CSFCube's release. One job."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{run}.parquet", run=run.csfcube.runs),
        made=run.csfcube_export.making_files.values(),
        released_queries=shipped("published/csfcube_queries.txt"),
        licences=shipped("licences.csv"),
        templates=list_templates("export"),
    output:
        data=collect("<results>/export/csfcube/{file}", file=run.csfcube_export.data_files),
        card="<results>/export/csfcube/beir/README.md",
        datasheet="<results>/export/csfcube/datasheet.md",
        croissant="<results>/export/csfcube/croissant.json",
        code_of_others=collect(
            "<results>/export/csfcube/register_{tool}.py", tool=["ir_datasets", "mteb"]
        ),
    log:
        "<logs>/export_csfcube.log",
    benchmark:
        "<benchmarks>/export_csfcube.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        runs=run.csfcube.runs,
        is_demo=run.is_demo,
        name=run.csfcube.name,
        made=list(run.csfcube_export.making_files),
        data_sources=run.csfcube_export.sources,
        settings=run.export.demo_settings,
        code=code_digest("export_csfcube.py"),
    message:
        "Exporting the CSFCube-style collection and its runs"
    script:
        "../../scripts/export_csfcube.py"


rule export_mdcr:
    """Write MDCR's benchmark, both splits, and its runs as TREC files and a BEIR folder, with a
    datasheet. One job."""
    input:
        run.mdcr.get_error_without_data,
        **run.mdcr.split_files,
        val_scores=collect("<results>/mdcr/scores/val/{run}.json", run=run.mdcr_export.runs["val"]),
        test_scores=collect("<results>/mdcr/scores/{run}.json", run=run.mdcr_export.runs["test"]),
        licences=shipped("licences.csv"),
        templates=list_templates("export"),
    output:
        data=collect("<results>/export/mdcr/{file}", file=run.mdcr_export.data_files),
        card="<results>/export/mdcr/beir/README.md",
        datasheet="<results>/export/mdcr/datasheet.md",
        croissant="<results>/export/mdcr/croissant.json",
        code_of_others=collect(
            "<results>/export/mdcr/register_{tool}.py", tool=["ir_datasets", "mteb"]
        ),
    log:
        "<logs>/export_mdcr.log",
    benchmark:
        "<benchmarks>/export_mdcr.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        runs=run.mdcr_export.runs,
        origin=run.mdcr_export.origin,
        data_sources=run.mdcr_export.sources,
        settings=run.mdcr_export.settings,
        code=code_digest("export_mdcr.py"),
    message:
        "Exporting MDCR's benchmark and its runs"
    script:
        "../../scripts/export_mdcr.py"


rule export_collection:
    """Write a collection of other people and its runs as TREC files and a BEIR folder, with a
    datasheet. One job for each collection."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        runs=collect(
            "<results>/collections/{{collection}}/runs/{ranker}.parquet",
            ranker=run.collections.get_rankers,
        ),
        licences=shipped("licences.csv"),
        templates=list_templates("export"),
    output:
        data=[
            "<results>/export/{collection}/splits.tsv",
            "<results>/export/{collection}/beir/corpus.jsonl",
            "<results>/export/{collection}/beir/queries.jsonl",
        ],
        card="<results>/export/{collection}/beir/README.md",
        datasheet="<results>/export/{collection}/datasheet.md",
        croissant="<results>/export/{collection}/croissant.json",
        code_of_others=collect(
            "<results>/export/{{collection}}/register_{tool}.py", tool=["ir_datasets", "mteb"]
        ),
    log:
        "<logs>/export_collection/{collection}.log",
    benchmark:
        "<benchmarks>/export_collection/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.names),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        rankers=run.collections.get_rankers,
        reader=run.collections.get_reader_name,
        is_demo=run.is_demo,
        data_sources=["generated" if run.is_demo else "others"],
        settings=run.export.demo_settings,
        code=code_digest("export_collection.py"),
    message:
        "Exporting {wildcards.collection} and its runs"
    script:
        "../../scripts/export_collection.py"
