"""MDCR's large pools ranked by terms (BM25 tuned), vectors, sentences, citations, and fusions of these.

A run is of the dataset or of the field level. Vectors of papers are made once for all pools.
"""


rule tune_mdcr_bm25:
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        terms=run.mdcr.terms,
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
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        terms=run.mdcr.terms,
        grid=run.mdcr.own_grid,
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_terms/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_terms/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("terms")),
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
    params:
        rankers=run.rankers.own_settings,
        depth=run.settings.mdcr.depth,
        code=run.rankers.own_code("rank_mdcr_terms.py"),
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (terms)"
    script:
        "../../scripts/rank_mdcr_terms.py"


rule train_mdcr_word2vec:
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
    input:
        terms=run.mdcr.terms,
        vectors="<results>/mdcr/steps/word2vec.parquet",
    output:
        vectors="<results>/encode/mdcr/{ranker}.npy",
    log:
        "<logs>/average_mdcr_words/{ranker}.log",
    benchmark:
        "<benchmarks>/average_mdcr_words/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("vectors", "word_vectors")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        kind=run.rankers.own("kind"),
        code=code_digest("average_mdcr_words.py"),
    message:
        "Averaging word vectors of the papers of MDCR's pools for {wildcards.ranker}"
    script:
        "../../scripts/average_mdcr_words.py"


rule rank_mdcr_vectors:
    input:
        unpack(run.mdcr.searched_vectors),
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.own_model,
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
        ranker=any_of(run.mdcr.searchers_by("vectors") + run.mdcr.searchers_by("sentences")),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        queries=run.rankers.own_queries,
        similarity=run.rankers.own_similarity,
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_vectors.py"),
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (vectors)"
    script:
        "../../scripts/rank_mdcr_vectors.py"


rule rank_mdcr_references:
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        vectors=run.rankers.of_own("like", "<results>/encode/mdcr/{like}.npy"),
        citations=run.corpus.parts("<results>/corpus/citations/{shard}.parquet"),
    output:
        votes="<results>/mdcr/steps/votes/{ranker}.parquet",
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_references/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_references/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.references),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
        gpu=0,
    params:
        similarity=run.rankers.own_similarity,
        nearest=run.rankers.own("nearest"),
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_references.py"),
    message:
        "Ranking MDCR's large pools by the citations of papers near the query ({wildcards.ranker})"
    script:
        "../../scripts/rank_mdcr_references.py"


rule fuse_mdcr_pools:
    input:
        dataset_runs=run.rankers.of_members("<results>/mdcr/runs/dataset/{ranker}.parquet"),
        field_runs=run.rankers.of_members("<results>/mdcr/runs/field/{ranker}.parquet"),
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/fuse_mdcr_pools/{ranker}.log",
    benchmark:
        "<benchmarks>/fuse_mdcr_pools/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.fused_by_need("runs")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        members=run.rankers.own("members"),
        method=run.rankers.own("method", "zscore"),
        depth=run.settings.mdcr.depth,
        code=code_digest("fuse_mdcr_pools.py"),
    message:
        "Fusing the runs of the members of {wildcards.ranker} over MDCR's large pools"
    script:
        "../../scripts/fuse_mdcr_pools.py"


use rule fuse_mdcr_pools as choose_mdcr_pools with:
    input:
        dataset_runs=run.rankers.of_members("<results>/mdcr/runs/dataset/{ranker}.parquet"),
        field_runs=run.rankers.of_members("<results>/mdcr/runs/field/{ranker}.parquet"),
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
        ranker=any_of(run.mdcr.fused_by_need("folds")),
    message:
        "Choosing what {wildcards.ranker} fuses over MDCR's large pools, on validation pools"
