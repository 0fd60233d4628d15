"""Corpus: papers in any of four formats to filtered papers, citation edges and twins.

Shards are S2ORC metadata, CSFCube's released abstracts or OpenAlex's works; those of the bulk format come
from bulk.smk to the same steps/read/. Each is read and filtered in jobs of its own; jobs that need all
shards (repeated ids, papers cited from elsewhere, twins) work on narrow columns. A shard whose stream
breaks is read as far as it goes; the first job that needs all shards names all such shards in one error, or
goes on with the readable rows (corpus.on_bad_shard).

steps/ is as large as the papers, so that a changed threshold does not mean reading the shards again.
It may be deleted when the disk is short: the needed files are made anew.
"""


rule corpus:
    """Filter the papers of data.s2orc, and find their citations and twins."""
    input:
        run.sections.needed("corpus"),
        "<results>/config.yaml",
        "<results>/corpus/summary.json",
        "<results>/corpus/quarantine.parquet",
        "<results>/corpus/twins.parquet",
        collect("<results>/corpus/papers/{shard}.parquet", shard=run.corpus.shards),
        collect("<results>/corpus/citations/{shard}.parquet", shard=run.corpus.shards),


rule read_shard:
    input:
        shards=run.corpus.of_part("files"),
    output:
        papers="<results>/corpus/steps/read/{shard}.papers.parquet",
        citations="<results>/corpus/steps/read/{shard}.citations.parquet",
        quarantine="<results>/corpus/steps/read/{shard}.quarantine.parquet",
        summary="<results>/corpus/steps/read/{shard}.summary.json",
    log:
        "<logs>/read_shard/{shard}.log",
    benchmark:
        "<benchmarks>/read_shard/{shard}.tsv"
    wildcard_constraints:
        shard=any_of(run.corpus.whole),
    priority: 1  # a file of a release is read, and removed, before the next one is downloaded
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=60,
    params:
        part=run.corpus.of_part("name"),
        shards=run.corpus.of_part("shards"),
        kind=run.corpus.of_part("kind"),
        fields=run.corpus.fields,
        columns=run.corpus.columns,
        max_row_bytes=run.settings.corpus.max_row_bytes,
        on_bad_row=run.settings.corpus.on_bad_row,
        code=code_digest("read_shard.py"),
    message:
        "Reading the shard {params.part}"
    script:
        "../../scripts/read_shard.py"


rule select_papers:
    input:
        papers=run.corpus.parts("<results>/corpus/steps/read/{shard}.papers.parquet"),
        citations=run.corpus.parts("<results>/corpus/steps/read/{shard}.citations.parquet"),
        summaries=list(run.corpus.summaries.values()),
    output:
        duplicates="<results>/corpus/steps/duplicates.parquet",
        selected=run.corpus.selected,
    log:
        "<logs>/select_papers.log",
    benchmark:
        "<benchmarks>/select_papers.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=120,
    params:
        shards={part.name: part.shards for part in run.corpus.shards.values()},
        released=run.corpus.names(run.corpus.released),
        on_bad_row=run.settings.corpus.on_bad_row,
        on_bad_shard=run.settings.corpus.on_bad_shard,
        read_shards=run.corpus.names(run.corpus.summaries),
        declared=run.corpus.declared,
        row_tolerance=run.settings.corpus.row_tolerance,
        field=run.settings.corpus.csfcube.field,
        arxiv_only=run.settings.corpus.csfcube.arxiv_only,
        code=code_digest("select_papers.py"),
    message:
        "Finding repeated paper ids, and the papers that CSFCube's filter starts from"
    script:
        "../../scripts/select_papers.py"


rule filter_papers:
    input:
        shards=run.corpus.of_part("kept_files"),
        papers="<results>/corpus/steps/read/{shard}.papers.parquet",
        citations="<results>/corpus/steps/read/{shard}.citations.parquet",
        quarantine="<results>/corpus/steps/read/{shard}.quarantine.parquet",
        summary="<results>/corpus/steps/read/{shard}.summary.json",
        duplicates="<results>/corpus/steps/duplicates.parquet",
        selected=run.corpus.selected,
        keep=run.settings.corpus.keep,
        queries=run.settings.pools.queries or [],
        abstracts=run.csfcube.kept_papers,
        deleted=run.corpus.deleted_ids,
    output:
        papers="<results>/corpus/papers/{shard}.parquet",
        citations="<results>/corpus/citations/{shard}.parquet",
        twin_keys="<results>/corpus/steps/filtered/{shard}.keys.parquet",
        quarantine="<results>/corpus/steps/filtered/{shard}.quarantine.parquet",
        summary="<results>/corpus/steps/filtered/{shard}.summary.json",
    log:
        "<logs>/filter_papers/{shard}.log",
    benchmark:
        "<benchmarks>/filter_papers/{shard}.tsv"
    wildcard_constraints:
        shard=any_of(run.corpus.shards),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=60,
    params:
        part=run.corpus.of_part("name"),
        shards=run.corpus.of_part("shards"),
        kind=run.corpus.of_part("kind"),
        filters=run.corpus.thresholds,
        leave_out=run.corpus.leave_out,
        max_row_bytes=run.settings.corpus.max_row_bytes,
        code=code_digest("filter_papers.py"),
    message:
        "Filtering the papers of {params.part}"
    script:
        "../../scripts/filter_papers.py"


rule finish_corpus:
    input:
        twin_keys=run.corpus.parts("<results>/corpus/steps/filtered/{shard}.keys.parquet"),
        read=list(run.corpus.summaries.values()),
        summaries=run.corpus.parts("<results>/corpus/steps/filtered/{shard}.summary.json"),
        quarantines=run.corpus.parts("<results>/corpus/steps/filtered/{shard}.quarantine.parquet"),
        bulk_read=run.corpus.of_joined("<results>/corpus/steps/bulk/{dataset}/{shard}.summary.json"),
        bulk_routed=run.corpus.of_joined(
            "<results>/corpus/steps/bulk/routed_{dataset}/{shard}.summary.json"
        ),
        bulk_quarantines=run.corpus.of_joined(
            "<results>/corpus/steps/bulk/{dataset}/{shard}.quarantine.parquet"
        ),
        papers=run.corpus.parts("<results>/corpus/papers/{shard}.parquet"),
        citations=run.corpus.parts("<results>/corpus/citations/{shard}.parquet"),
        readable=run.corpus.parts("<results>/corpus/steps/read/{shard}.papers.parquet"),
    output:
        twins="<results>/corpus/twins.parquet",
        summary=in_report("<results>/corpus/summary.json", "rows read, kept and dropped"),
        quarantine="<results>/corpus/quarantine.parquet",
        graph="<results>/corpus/graph.json",
    log:
        "<logs>/finish_corpus.log",
    benchmark:
        "<benchmarks>/finish_corpus.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=90,
    params:
        shards=run.corpus.names(run.corpus.shards),
        read_shards=run.corpus.names(run.corpus.summaries),
        declared=run.corpus.declared,
        released=run.corpus.names(run.corpus.released),
        field=run.settings.corpus.csfcube.field,
        arxiv_only=run.settings.corpus.csfcube.arxiv_only,
        bulk_shards={
            dataset: run.corpus.names(run.corpus.bulk[dataset]) for dataset in run.corpus.joined
        },
        code=code_digest("finish_corpus.py"),
    message:
        "Finding papers under several ids, and adding up what was read, kept and dropped"
    script:
        "../../scripts/finish_corpus.py"
