"""The collections of a run in the formats of other tools (no part of `all`).

`data` are TREC's topics, judgments and runs, a list of splits, and a folder beir/ with corpus,
queries and judgments. A datasheet says how a collection was made and may be used; `card` is the
same for the folder beir/, which mteb loads; croissant.json lists the files, with their checksums.
Of other people's collections the files whose names have a split or a ranker are not among the named
outputs, but croissant.json lists them.

`is_demo` says whether the data are generated. `data_sources` are the data that it was made of,
`licences` those of all sources, `templates` those of the datasheet; `settings` are the seed and
what else it was made with, empty for released data. `get_error_without_data` gives no file, but an
error if the run has no collection: none of data.csfcube, data.mdcr or data.collections is set, nor
can MDCR be built. A demo makes all.
"""

from paperpool.collections.collection import STORED_FILES
from paperpool.pages.environment import list_templates


rule export:
    """Write the judged collections as TREC files and BEIR folders. Asks for croissant.json of each,
    which stands for all that its job writes."""
    input:
        run.export.get_error_without_data,
        "<results>/config.yaml",
        collect("<results>/export/{name}/croissant.json", name=run.export.names),


rule export_csfcube:
    """Write the CSFCube-style collection and all its runs as TREC files and a BEIR folder, with a
    datasheet. `made` are the files of an earlier run that say how it made the collection, such as
    its pools' sources and agreement, none if that is not known; the parameter `made` has their
    names. `released_queries` tell whether it is CSFCube's release, and which of `data_sources`
    counts; `name` is its name otherwise. One job."""
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
    """Write MDCR's benchmark and the scores of its rankers as TREC files and a BEIR folder, with a
    datasheet. Both splits are written, with their scores (val_scores, test_scores). The unnamed
    input is an error without a benchmark, and else no file; the unpacked ones (`split_files`) are
    pools and texts of both splits. `runs` are the names of the scored runs of each split. `origin`
    says whether the benchmark is generated, released or built here. One job."""
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
    datasheet. `collection` has its papers, topics, grades and settings, as read_collection stores
    them; `runs` are the rankings of its `rankers`; `reader` is its own format. One job for each
    collection."""
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
