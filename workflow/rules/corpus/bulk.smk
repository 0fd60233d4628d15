"""Bulk: Semantic Scholar's datasets papers, abstracts and citations, joined out of core.

Each shard of abstracts and citations is routed to the shards of their papers: its rows are written
with the shard and row of the paper that they belong to. Each shard of papers is then joined with
its own part of them, as read_shard makes it from S2ORC metadata. No row is routed before
find_repeated_abstracts has looked at how far all shards could be read. A shard breaks off if its
stream of bytes does. quarantine.parquet has the rows that cannot be used, with the reason. The
rules have no jobs if data.s2orc has no shard in the bulk format; `name` is the job's shard as
tables and messages name it.
"""


rule read_bulk_shard:
    """Read a shard of papers, abstracts or citations into a table (`rows`). Rows that cannot be
    used, or are longer than `max_row_bytes`, go to `quarantine`, with the reason, or are an error
    if corpus.on_bad_row is fail; `summary` counts both. `file` is the shard, one of the user's or
    of a release, which is removed once it was read. One job for each shard of each dataset."""
    input:
        file=run.corpus.get_bulk_file,
    output:
        rows="<results>/corpus/steps/bulk/{dataset}/{shard}.parquet",
        quarantine="<results>/corpus/steps/bulk/{dataset}/{shard}.quarantine.parquet",
        summary="<results>/corpus/steps/bulk/{dataset}/{shard}.summary.json",
    log:
        "<logs>/read_bulk_shard/{dataset}/{shard}.log",
    benchmark:
        "<benchmarks>/read_bulk_shard/{dataset}/{shard}.tsv"
    wildcard_constraints:
        dataset=any_of(run.corpus.bulk),
        shard=any_of(run.corpus.bulk_shards),
    priority: 1  # a file of a release is read, and removed, before the next one is downloaded
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=60,
    params:
        name=run.corpus.get_bulk_name,
        max_row_bytes=run.settings.corpus.max_row_bytes,
        on_bad_row=run.settings.corpus.on_bad_row,
        code=code_digest("read_bulk_shard.py"),
    message:
        "Reading the shard {params.name} of {wildcards.dataset}"
    script:
        "../../scripts/read_bulk_shard.py"


rule find_repeated_abstracts:
    """List the abstracts whose paper has one in an earlier row (`duplicates`: shard and line).
    First checks all shards: fails if one broke off and corpus.on_bad_shard is fail, or if more than
    `row_tolerance` of the rows that a release declares (`declared`) are missing. `summaries` count
    the rows that were read of all shards (`read_shards`); `shards` are those of abstracts. One job.
    """
    input:
        abstracts=collect(
            "<results>/corpus/steps/bulk/abstracts/{shard}.parquet",
            shard=run.corpus.bulk["abstracts"],
        ),
        summaries=run.corpus.read_summaries,
    output:
        duplicates="<results>/corpus/steps/bulk/repeated_abstracts.parquet",
    log:
        "<logs>/find_repeated_abstracts.log",
    benchmark:
        "<benchmarks>/find_repeated_abstracts.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=60,
    params:
        shards=run.corpus.bulk_names["abstracts"],
        on_bad_shard=run.settings.corpus.on_bad_shard,
        read_shards=run.corpus.read_names,
        declared=run.corpus.declared_rows,
        row_tolerance=run.settings.corpus.row_tolerance,
        code=code_digest("find_repeated_abstracts.py"),
    message:
        "Finding abstracts that stand in the dataset more than once"
    script:
        "../../scripts/find_repeated_abstracts.py"


rule route_abstracts:
    """Write the abstracts of a shard with the shard and row of the paper that each belongs to,
    sought in all shards of papers. `repeated` abstracts, and those of unknown papers, are left out.
    `summary` counts the rows written and left out. One job for each shard of abstracts."""
    input:
        rows="<results>/corpus/steps/bulk/abstracts/{shard}.parquet",
        papers=collect(
            "<results>/corpus/steps/bulk/papers/{shard}.parquet", shard=run.corpus.bulk["papers"]
        ),
        repeated="<results>/corpus/steps/bulk/repeated_abstracts.parquet",
    output:
        routed="<results>/corpus/steps/bulk/routed_abstracts/{shard}.parquet",
        summary="<results>/corpus/steps/bulk/routed_abstracts/{shard}.summary.json",
    log:
        "<logs>/route_abstracts/{shard}.log",
    benchmark:
        "<benchmarks>/route_abstracts/{shard}.tsv"
    wildcard_constraints:
        shard=any_of(run.corpus.bulk["abstracts"]),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=60,
    params:
        name=run.corpus.get_bulk_name,
        code=code_digest("route_abstracts.py"),
    message:
        "Finding the papers of the abstracts of {params.name}"
    script:
        "../../scripts/route_abstracts.py"


rule route_citations:
    """Write the citations of a shard with the shard and row of the citing paper. Those of unknown
    papers are left out. `summary` counts the rows written and left out. `shards_checked` is not
    read: it makes the job wait for that check. One job for each shard of citations."""
    input:
        rows="<results>/corpus/steps/bulk/citations/{shard}.parquet",
        papers=collect(
            "<results>/corpus/steps/bulk/papers/{shard}.parquet", shard=run.corpus.bulk["papers"]
        ),
        shards_checked="<results>/corpus/steps/bulk/repeated_abstracts.parquet",
    output:
        routed="<results>/corpus/steps/bulk/routed_citations/{shard}.parquet",
        summary="<results>/corpus/steps/bulk/routed_citations/{shard}.summary.json",
    log:
        "<logs>/route_citations/{shard}.log",
    benchmark:
        "<benchmarks>/route_citations/{shard}.tsv"
    wildcard_constraints:
        shard=any_of(run.corpus.bulk["citations"]),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=60,
    params:
        name=run.corpus.get_bulk_name,
        code=code_digest("route_citations.py"),
    message:
        "Finding the citing papers of {params.name}"
    script:
        "../../scripts/route_citations.py"


rule join_bulk_shard:
    """Join the papers of a shard (`rows`) with the abstracts and citations that all shards of these
    have for it. `number` is its place among the shards of papers, by which rows were routed. Its
    files are as read_shard writes them: papers with their abstracts, and citations; `quarantine`
    and `summary`, the counts of rows, are those of reading. One job for each shard of papers."""
    input:
        rows="<results>/corpus/steps/bulk/papers/{shard}.parquet",
        quarantine="<results>/corpus/steps/bulk/papers/{shard}.quarantine.parquet",
        summary="<results>/corpus/steps/bulk/papers/{shard}.summary.json",
        abstracts=collect(
            "<results>/corpus/steps/bulk/routed_abstracts/{shard}.parquet",
            shard=run.corpus.bulk["abstracts"],
        ),
        citations=collect(
            "<results>/corpus/steps/bulk/routed_citations/{shard}.parquet",
            shard=run.corpus.bulk["citations"],
        ),
    output:
        papers="<results>/corpus/steps/read/{shard}.papers.parquet",
        citations="<results>/corpus/steps/read/{shard}.citations.parquet",
        quarantine="<results>/corpus/steps/read/{shard}.quarantine.parquet",
        summary="<results>/corpus/steps/read/{shard}.summary.json",
    log:
        "<logs>/join_bulk_shard/{shard}.log",
    benchmark:
        "<benchmarks>/join_bulk_shard/{shard}.tsv"
    wildcard_constraints:
        shard=any_of(run.corpus.bulk["papers"]),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=60,
    params:
        name=run.corpus.get_bulk_name,
        number=run.corpus.get_bulk_number,
        code=code_digest("join_bulk_shard.py"),
    message:
        "Joining the papers of {params.name} with their abstracts and citations"
    script:
        "../../scripts/join_bulk_shard.py"
