"""Corpus: papers in any of five formats to filtered papers, citation edges and twins.

A shard is one file or a group of small ones, of S2ORC metadata, CSFCube's released abstracts,
OpenAlex's works or tables of a user; shards of papers in the bulk format come from bulk.smk to the
same steps/read/, and are filtered as the others are. Each is read and filtered in jobs of its own;
jobs that need all shards (repeated ids, papers cited from elsewhere, twins) work on narrow columns.
A shard whose stream breaks is read as far as it goes; the first job that needs all shards names all
such shards in one error if corpus.on_bad_shard is fail, or goes on with the readable rows.

Files: corpus/papers/ has the kept papers (ids, title, abstract, year, fields, venue, and a mark of
each filter that keeps them), corpus/citations/ their citations (citing and cited id);
quarantine.parquet the rows that cannot be used, with the reason; summary.json counts rows read,
kept, dropped and quarantined; twins.parquet has the papers that are in the corpus more than once
under different ids, each with another id of the same paper.

corpus.filters names the filters: csfcube keeps arXiv papers of a field and papers that they cite,
if their abstracts have sentences of fitting number and length; mdcr those with year, title, a long
enough abstract and enough citations; none keeps all; one of the user's own keeps those that meet
its conditions. csfcube starts from a selection, for which all shards are needed; `has_preselection`
says whether it is among the filters. Then selected.parquet has the rows of the selected papers.

steps/ is as large as the papers, so that a changed threshold does not mean reading the shards
again. It may be deleted when the disk is short: the needed files are made anew. Files of a release
of Semantic Scholar or OpenAlex are removed once they are read, unless corpus.keep_raw is true.

Parameters name shards as tables and messages do: `shards` are those of papers, `name` is the job's,
`file_names` the files of each, `read_shards` all that were read, bulk ones included, in the order
of their counts; `released` are those of CSFCube's abstracts. `kind` is a shard's format,
`max_row_bytes` the longest row that is read, `field` and `arxiv_only` say where the filter csfcube
starts. `declared` tells how many rows a release says that its datasets have.
`get_error_without_data` gives no file, but an error if data.s2orc is not set and the run is no
demo.
"""


rule corpus:
    """Filter the papers of data.s2orc, and find their citations and twins. Asks for the run's
    merged configuration, and the files that the head of this file explains."""
    input:
        run.corpus.get_error_without_data,
        "<results>/config.yaml",
        "<results>/corpus/summary.json",
        "<results>/corpus/quarantine.parquet",
        "<results>/corpus/twins.parquet",
        collect("<results>/corpus/papers/{shard}.parquet", shard=run.corpus.shards),
        collect("<results>/corpus/citations/{shard}.parquet", shard=run.corpus.shards),


rule read_shard:
    """Read a shard of the corpus in any format but the bulk one: its papers and citations. Rows
    that cannot be used go to `quarantine`, with the reason, or are an error if corpus.on_bad_row is
    fail; `summary` counts both. `fields` says which of OpenAlex's classifications gives the fields
    of study, `columns` names those of a user's table (null in other formats). One job for each such
    shard."""
    input:
        files=run.corpus.get_files,
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
        shard=any_of(run.corpus.shards_without_bulk),
    priority: 1  # a file of a release is read, and removed, before the next one is downloaded
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=60,
    params:
        name=run.corpus.get_shard_name,
        file_names=run.corpus.get_file_names,
        kind=run.corpus.get_shard_kind,
        fields=run.corpus.get_fields_source,
        columns=run.corpus.get_columns,
        max_row_bytes=run.settings.corpus.max_row_bytes,
        on_bad_row=run.settings.corpus.on_bad_row,
        code=code_digest("read_shard.py"),
    message:
        "Reading the shard {params.name}"
    script:
        "../../scripts/read_shard.py"


rule select_papers:
    """List rows whose paper id an earlier row has (`duplicates`: shard and line), or fail at the
    first if corpus.on_bad_row is fail. With the filter csfcube also list the papers that it starts
    from (`selected`, else empty): those of its `field` (and on arXiv, if `arxiv_only`), the papers
    that they cite, and CSFCube's released abstracts. `summaries` count the rows that were read of
    each shard. Fails if a shard broke off and corpus.on_bad_shard is fail, or if more than
    `row_tolerance` of a dataset's declared rows are missing. One job."""
    input:
        papers=collect(
            "<results>/corpus/steps/read/{shard}.papers.parquet", shard=run.corpus.get_shards
        ),
        citations=collect(
            "<results>/corpus/steps/read/{shard}.citations.parquet", shard=run.corpus.get_shards
        ),
        summaries=run.corpus.read_summaries,
    output:
        duplicates="<results>/corpus/steps/duplicates.parquet",
        selected="<results>/corpus/steps/selected.parquet" if run.corpus.has_preselection else [],
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
        file_names=run.corpus.file_names,
        released=run.corpus.released_names,
        on_bad_row=run.settings.corpus.on_bad_row,
        on_bad_shard=run.settings.corpus.on_bad_shard,
        read_shards=run.corpus.read_names,
        declared=run.corpus.declared_rows,
        row_tolerance=run.settings.corpus.row_tolerance,
        field=run.settings.corpus.csfcube.field,
        arxiv_only=run.settings.corpus.csfcube.arxiv_only,
        code=code_digest("select_papers.py"),
    message:
        "Finding repeated paper ids, and the papers that CSFCube's filter starts from"
    script:
        "../../scripts/select_papers.py"


rule filter_papers:
    """Filter a shard as it was read. Writes papers that any of `filters` keeps, with their
    citations, and the keys of title and abstract that twins share (`twin_keys`). `selected` has the
    rows of the papers that the filter csfcube starts from; it is empty without this filter. Papers
    of `kept_ids` (corpus.keep), `chosen_queries` (pools.queries) and `collection_abstracts`
    (data.csfcube), each empty if not configured, pass every filter. `deleted` is OpenAlex's list of
    deleted works, empty if none is configured; works with a mark in `leave_out` are dropped, too.
    Rows whose id an earlier row has (`duplicates`) join the `quarantine`, with their text from
    `files`, the shard's own; files of a release are left out there, as they may be removed, and
    such rows have the id alone. `summary` counts papers kept and dropped by each filter. One job
    for each shard of papers, bulk ones included."""
    input:
        files=run.corpus.get_kept_files,
        papers="<results>/corpus/steps/read/{shard}.papers.parquet",
        citations="<results>/corpus/steps/read/{shard}.citations.parquet",
        quarantine="<results>/corpus/steps/read/{shard}.quarantine.parquet",
        summary="<results>/corpus/steps/read/{shard}.summary.json",
        duplicates="<results>/corpus/steps/duplicates.parquet",
        selected="<results>/corpus/steps/selected.parquet" if run.corpus.has_preselection else [],
        kept_ids=run.settings.corpus.keep,
        chosen_queries=run.settings.pools.queries or [],
        collection_abstracts=run.csfcube.get_collection_abstracts,
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
        name=run.corpus.get_shard_name,
        file_names=run.corpus.get_file_names,
        columns=run.corpus.get_columns,
        filters=run.corpus.filter_thresholds,
        leave_out=run.corpus.left_out_works,
        max_row_bytes=run.settings.corpus.max_row_bytes,
        code=code_digest("filter_papers.py"),
    message:
        "Filtering the papers of {params.name}"
    script:
        "../../scripts/filter_papers.py"


rule finish_corpus:
    """Find twins, add up the counts of all shards and their quarantined rows, and describe the
    citation graph. Twins are found by `twin_keys`; counts are those of reading (`read`) and
    filtering (`summaries`); `graph` has the edges, components and circles of papers and citations.
    Removes files of shards that are gone. For the shards of abstracts and citations in the bulk
    format (`bulk_shards`), bulk_read and bulk_routed have the counts of reading and routing,
    bulk_quarantines the rows that cannot be used; they are empty without this format. `readable`
    are all papers that could be read, before filters: an error about a filter that keeps nothing
    names their fields. `declared` rows stand in the summary beside those read. One job."""
    input:
        twin_keys=collect(
            "<results>/corpus/steps/filtered/{shard}.keys.parquet", shard=run.corpus.get_shards
        ),
        read=run.corpus.read_summaries,
        summaries=collect(
            "<results>/corpus/steps/filtered/{shard}.summary.json", shard=run.corpus.get_shards
        ),
        quarantines=collect(
            "<results>/corpus/steps/filtered/{shard}.quarantine.parquet",
            shard=run.corpus.get_shards,
        ),
        bulk_read=collect(
            [
                "<results>/corpus/steps/bulk/abstracts/{abstracts}.summary.json",
                "<results>/corpus/steps/bulk/citations/{citations}.summary.json",
            ],
            abstracts=run.corpus.bulk["abstracts"],
            citations=run.corpus.bulk["citations"],
        ),
        bulk_routed=collect(
            [
                "<results>/corpus/steps/bulk/routed_abstracts/{abstracts}.summary.json",
                "<results>/corpus/steps/bulk/routed_citations/{citations}.summary.json",
            ],
            abstracts=run.corpus.bulk["abstracts"],
            citations=run.corpus.bulk["citations"],
        ),
        bulk_quarantines=collect(
            [
                "<results>/corpus/steps/bulk/abstracts/{abstracts}.quarantine.parquet",
                "<results>/corpus/steps/bulk/citations/{citations}.quarantine.parquet",
            ],
            abstracts=run.corpus.bulk["abstracts"],
            citations=run.corpus.bulk["citations"],
        ),
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.corpus.get_shards),
        citations=collect("<results>/corpus/citations/{shard}.parquet", shard=run.corpus.get_shards),
        readable=collect(
            "<results>/corpus/steps/read/{shard}.papers.parquet", shard=run.corpus.get_shards
        ),
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
        shards=run.corpus.shard_names,
        read_shards=run.corpus.read_names,
        declared=run.corpus.declared_rows,
        released=run.corpus.released_names,
        field=run.settings.corpus.csfcube.field,
        arxiv_only=run.settings.corpus.csfcube.arxiv_only,
        bulk_shards=run.corpus.routed_names,
        code=code_digest("finish_corpus.py"),
    message:
        "Finding papers under several ids, and adding up what was read, kept and dropped"
    script:
        "../../scripts/finish_corpus.py"
