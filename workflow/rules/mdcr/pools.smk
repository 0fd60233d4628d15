"""MDCR's queries of both levels, their large pools, and the terms of the papers of these.

The levels are dataset (pools of papers of all fields, by size) and field (a pool for each field of
study); the splits are validation and test. Test pools are drawn several times (samplings). Twins
are papers that are in the corpus more than once under different ids. Terms are counted once for all
rankers. The corpus is the papers that the filter mdcr keeps, marked in corpus/papers/ by in_mdcr,
and their citations; a run without data for it ends in an error.

steps/ has the files that later rules of MDCR read: queries.parquet (level, split, field, id and
year of each query), cited.parquet (the papers that each query cites), pools.parquet (which papers
are in which pool), papers.parquet (texts and years of all of these), cites.parquet and
cited_by.parquet (the citations, sorted by the citing and by the cited paper), and, if
mdcr.paper_ids names shards, excluded.txt, the ids of the papers that are never queries.
"""


rule map_mdcr_exclusions:
    """List the ids of the papers that are never queries. The user's files (`exclude`) name these by
    id or hash; the shards of Semantic Scholar's dataset `paper_ids` map hashes to ids. One job, if
    the configuration has both mdcr.exclude and mdcr.paper_ids."""
    input:
        exclude=run.settings.mdcr.exclude,
        paper_ids=run.mdcr_pools.paper_id_shards,
    output:
        ids="<results>/mdcr/steps/excluded.txt",
    log:
        "<logs>/map_mdcr_exclusions.log",
    benchmark:
        "<benchmarks>/map_mdcr_exclusions.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=2 * 60,
    params:
        code=code_digest("map_mdcr_exclusions.py"),
    message:
        "Finding the ids of the papers that are never queries of MDCR"
    script:
        "../../scripts/map_mdcr_exclusions.py"


rule draw_mdcr_pools:
    """Draw MDCR's queries of both levels and splits, then their large pools. Reads the corpus, its
    twins, the fields of all papers that it was filtered from (`unfiltered`), and the ids of those
    that are never queries (`exclude`, empty if none are configured). Writes queries, the papers
    that each cites (cited), pools, and the texts of queries and of papers in pools (papers). Also
    sorts the citations, to look up whom a paper cites (cites) and who cites it (cited_by). The
    parameter `queries` has their number, years and fields, `pools` the sizes and samplings of
    pools. One job."""
    input:
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.mdcr_pools.get_shards),
        citations=collect(
            "<results>/corpus/citations/{shard}.parquet", shard=run.mdcr_pools.get_shards
        ),
        unfiltered=collect(
            "<results>/corpus/steps/read/{shard}.papers.parquet", shard=run.mdcr_pools.get_shards
        ),
        twins="<results>/corpus/twins.parquet",
        exclude=run.mdcr_pools.excluded_ids,
    output:
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        papers="<results>/mdcr/steps/papers.parquet",
        cites="<results>/mdcr/steps/cites.parquet",
        cited_by="<results>/mdcr/steps/cited_by.parquet",
    log:
        "<logs>/draw_mdcr_pools.log",
    benchmark:
        "<benchmarks>/draw_mdcr_pools.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        queries=run.mdcr_pools.query_settings,
        pools=run.mdcr_pools.pool_settings,
        seed=run.settings.seed,
        code=code_digest("draw_mdcr_pools.py"),
    message:
        "Drawing MDCR's queries and large pools"
    script:
        "../../scripts/draw_mdcr_pools.py"


rule count_mdcr_terms:
    """Count the terms of the papers of MDCR's pools, queries among them. Writes a sparse matrix of
    papers by words in three arrays (indptr, where each paper's words begin; indices of words;
    counts), and its words. One job, if a ranker searches by terms or averaged words."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
    output:
        "<results>/mdcr/steps/terms/indptr.npy",
        "<results>/mdcr/steps/terms/indices.npy",
        "<results>/mdcr/steps/terms/counts.npy",
        "<results>/mdcr/steps/terms/words.parquet",
    log:
        "<logs>/count_mdcr_terms.log",
    benchmark:
        "<benchmarks>/count_mdcr_terms.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        code=code_digest("count_mdcr_terms.py"),
    message:
        "Counting the terms of the papers of MDCR's pools"
    script:
        "../../scripts/count_mdcr_terms.py"
