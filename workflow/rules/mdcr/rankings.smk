"""MDCR's large pools ranked by terms, vectors, sentences, citations, and fusions of these.

runs/dataset/<ranker>.parquet is a ranker's ranking of the pools of the dataset level (papers of all
fields), runs/field/<ranker>.parquet that of the field level (a pool for each field); both are of
the validation and the test split. Vectors of papers are made once for all pools. Twins are papers
that are in the corpus more than once under different ids: the ranking of a query has neither the
query nor its twins.
"""


rule tune_mdcr_bm25:
    """Choose BM25's k1 and b for each level by the MAP on its validation pools. Reads pools and
    their papers, queries, cited papers, twins, and counted terms. Writes all values that were
    tried, with their scores (bm25.csv). One job."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        terms=rules.count_mdcr_terms.output,
    output:
        grid="<results>/mdcr/bm25.csv",
    log:
        "<logs>/tune_mdcr_bm25.log",
    benchmark:
        "<benchmarks>/tune_mdcr_bm25.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
    params:
        grid=run.settings.mdcr.bm25.as_dict(),
        depth=run.settings.mdcr.depth,
        code=code_digest("tune_mdcr_bm25.py"),
    message:
        "Choosing BM25's parameters on MDCR's validation pools"
    script:
        "../../scripts/tune_mdcr_bm25.py"


rule rank_mdcr_terms:
    """Rank the large pools of both levels and splits by terms. One job for each ranker by terms.
    Reads pools and their papers, queries, cited papers, twins, and counted terms. `grid` has the
    values of k1 and b that were tried for BM25; it is empty for rankers of other kinds."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        terms=rules.count_mdcr_terms.output,
        grid=branch(run.rankers.get_kind, cases={"bm25": ["<results>/mdcr/bm25.csv"]}, otherwise=[]),
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_terms/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_terms/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.term_searchers),
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
    params:
        rankers=run.rankers.get_settings,
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_terms.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (terms)"
    script:
        "../../scripts/rank_mdcr_terms.py"


rule train_mdcr_word2vec:
    """Train word vectors on the texts of the papers of MDCR's pools. One job."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
    output:
        vectors="<results>/mdcr/steps/word2vec.parquet",
    log:
        "<logs>/train_mdcr_word2vec.log",
    benchmark:
        "<benchmarks>/train_mdcr_word2vec.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=24 * 60,
    params:
        seed=run.settings.seed,
        code=code_digest("train_mdcr_word2vec.py"),
    message:
        "Training word2vec on the papers of MDCR's pools"
    script:
        "../../scripts/train_mdcr_word2vec.py"


rule average_mdcr_words:
    """Average the vectors of each paper's words: a row for each paper of MDCR's pools. Reads
    counted terms and word vectors. One job for each ranker by averaged words."""
    input:
        terms=rules.count_mdcr_terms.output,
        vectors="<results>/mdcr/steps/word2vec.parquet",
    output:
        vectors="<results>/encode/mdcr/{ranker}.npy",
    log:
        "<logs>/average_mdcr_words/{ranker}.log",
    benchmark:
        "<benchmarks>/average_mdcr_words/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.word_vector_searchers),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        kind=run.rankers.get_kind,
        code=code_digest("average_mdcr_words.py"),
    message:
        "Averaging word vectors of the papers of MDCR's pools for {wildcards.ranker}"
    script:
        "../../scripts/average_mdcr_words.py"


rule rank_mdcr_vectors:
    """Rank the large pools of both levels and splits by vectors of papers, or of their sentences,
    those of each paper from its place in `starts` (else empty). `model` has the local files of the
    model that encodes queries with a prompt, if any. Reads pools and their papers, queries, cited
    papers and twins, too. One job for each ranker by vectors."""
    input:
        vectors="<results>/encode/mdcr/{ranker}.npy",
        # where the sentences of each paper start among the vectors
        starts=branch(
            run.rankers.get_search_means,
            cases={"sentences": "<results>/encode/mdcr/{ranker}.starts.npy"},
            otherwise=[],
        ),
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.get_model_files,
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_vectors/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_vectors/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.vector_searchers),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        queries=run.rankers.get_query_encoding,
        similarity=run.rankers.get_similarity,
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_vectors.py"),
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (vectors)"
    script:
        "../../scripts/rank_mdcr_vectors.py"


rule rank_mdcr_references:
    """Rank the large pools of both levels and splits by the citations of the papers nearest to a
    query. Reads `vectors` of the ranker that measures nearness, all citations, pools and their
    papers, queries, cited papers and twins. Also writes the `votes` of the nearest papers for cited
    ones, which score the benchmark. One job for each ranker by citations."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        vectors=collect("<results>/encode/mdcr/{ranker}.npy", ranker=run.rankers.get_vector_ranker),
        citations=collect("<results>/corpus/citations/{shard}.parquet", shard=run.corpus.get_shards),
    output:
        votes="<results>/mdcr/steps/votes/{ranker}.parquet",
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_references/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_references/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.citation_rankers),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
        gpu=0,
    params:
        similarity=run.rankers.get_similarity,
        n_voters=run.rankers.get_n_voters,
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_references.py"),
    message:
        "Ranking MDCR's large pools by the citations of papers near the query ({wildcards.ranker})"
    script:
        "../../scripts/rank_mdcr_references.py"


rule fuse_mdcr_pools:
    """Fuse the rankings of a fusion's members over the large pools of each level. `cited` and
    `designs` are empty: no weights are chosen. One job for each such fusion."""
    input:
        dataset_runs=collect(
            "<results>/mdcr/runs/dataset/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        field_runs=collect(
            "<results>/mdcr/runs/field/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        cited=[],
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
        designs=[],
    log:
        "<logs>/fuse_mdcr_pools/{ranker}.log",
    benchmark:
        "<benchmarks>/fuse_mdcr_pools/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.fusions),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        members=run.rankers.get_members,
        method=run.rankers.get_method,
        depth=run.settings.mdcr.depth,
        code=code_digest("fuse_mdcr_pools.py"),
    message:
        "Fusing the runs of the members of {wildcards.ranker} over MDCR's large pools"
    script:
        "../../scripts/fuse_mdcr_pools.py"


use rule fuse_mdcr_pools as choose_mdcr_pools with:
    """Fuse runs over MDCR's large pools with weights that are chosen on validation pools, by the
    papers that queries cite. designs/pools/<ranker>.csv has all weights that were tried, with their
    scores. One job for each ranker of kind best."""
    input:
        dataset_runs=collect(
            "<results>/mdcr/runs/dataset/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        field_runs=collect(
            "<results>/mdcr/runs/field/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        cited="<results>/mdcr/steps/cited.parquet",
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
        designs="<results>/mdcr/designs/pools/{ranker}.csv",
    log:
        "<logs>/choose_mdcr_pools/{ranker}.log",
    benchmark:
        "<benchmarks>/choose_mdcr_pools/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.tuned_fusions),
    message:
        "Choosing what {wildcards.ranker} fuses over MDCR's large pools, on validation pools"
