"""The rankings of MDCR's large pools: by terms, with BM25's parameters tuned, by vectors, by
sentences, by what papers near the query cite, and of these the fusions.

Inputs: mdcr/steps/, the queries, pools, papers and terms of mdcr_pools.smk; the corpus's citations.
Outputs below mdcr/: bm25.csv, the parameters that were tried; runs/<level>/<ranker>.parquet, the
best of every pool of the dataset and the field level; steps/votes/<ranker>.parquet, what papers
near the queries cite; designs/pools/<ranker>.csv, what a ranker of kind best tried. The vectors of the
papers are below steps/, made once for all pools.
"""


rule tune_mdcr_bm25:
    input:
        **LARGE_POOLS,
        terms=MDCR_TERMS,
    output:
        grid="<results>/mdcr/bm25.csv",
    log:
        "<logs>/tune_mdcr_bm25.log",
    benchmark:
        "<benchmarks>/tune_mdcr_bm25.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
    params:
        grid=MDCR["bm25"],
        depth=MDCR["depth"],
        threads=JOB_THREADS,
        code=code_digest("tune_mdcr_bm25.py"),
    message:
        "Choosing BM25's parameters on MDCR's validation pools"
    script:
        "../scripts/tune_mdcr_bm25.py"


rule rank_mdcr_terms:
    input:
        **LARGE_POOLS,
        terms=MDCR_TERMS,
        grid=TUNED_BM25,
    output:
        **runs_by_level(searchers_by("terms")),
    log:
        "<logs>/rank_mdcr_terms.log",
    benchmark:
        "<benchmarks>/rank_mdcr_terms.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
    params:
        rankers=settings_of(searchers_by("terms")),
        depth=MDCR["depth"],
        threads=JOB_THREADS,
        code=code_digest("rank_mdcr_terms.py", modules_of(searchers_by("terms"))),
    message:
        "Ranking MDCR's large pools by terms"
    script:
        "../scripts/rank_mdcr_terms.py"


rule train_mdcr_word2vec:
    input:
        papers=LARGE_POOLS["papers"],
    output:
        vectors="<results>/mdcr/steps/word2vec.parquet",
    log:
        "<logs>/train_mdcr_word2vec.log",
    benchmark:
        "<benchmarks>/train_mdcr_word2vec.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=24 * 60,
    params:
        seed=config["seed"],
        code=code_digest("train_mdcr_word2vec.py"),
    message:
        "Training word2vec on the papers of MDCR's pools"
    script:
        "../scripts/train_mdcr_word2vec.py"


rule average_mdcr_words:
    input:
        terms=MDCR_TERMS,
        vectors="<results>/mdcr/steps/word2vec.parquet",
    output:
        vectors="<results>/mdcr/steps/vectors/{ranker}.npy",
    log:
        "<logs>/average_mdcr_words/{ranker}.log",
    benchmark:
        "<benchmarks>/average_mdcr_words/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(searchers_by("vectors", "word_vectors")),
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        kind=ranker_setting("kind"),
        code=code_digest("average_mdcr_words.py"),
    message:
        "Averaging word vectors of the papers of MDCR's pools for {wildcards.ranker}"
    script:
        "../scripts/average_mdcr_words.py"


rule rank_mdcr_vectors:
    input:
        unpack(searched_vectors),
        **LARGE_POOLS,
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_vectors/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_vectors/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(searchers_by("vectors") + searchers_by("sentences")),
    priority: LONGEST_WAY
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        similarity=vector_similarity,
        depth=MDCR["depth"],
        threads=JOB_THREADS,
        code=code_digest("rank_mdcr_vectors.py"),
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (vectors)"
    script:
        "../scripts/rank_mdcr_vectors.py"


rule rank_mdcr_references:
    input:
        **LARGE_POOLS,
        vectors=vectors_near,
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
    output:
        votes="<results>/mdcr/steps/votes/{ranker}.parquet",
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_references/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_references/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(MDCR_REFERENCES),
    priority: LONGEST_WAY
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
        gpu=0,
    params:
        similarity=similarity_near,
        nearest=ranker_setting("nearest"),
        depth=MDCR["depth"],
        code=code_digest("rank_mdcr_references.py"),
    message:
        "Ranking MDCR's large pools by what papers near the query cite ({wildcards.ranker})"
    script:
        "../scripts/rank_mdcr_references.py"


rule fuse_mdcr_pools:
    input:
        unpack(member_pools),
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/fuse_mdcr_pools/{ranker}.log",
    benchmark:
        "<benchmarks>/fuse_mdcr_pools/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("runs", MDCR_FUSED)),
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        members=members_of_ranker,
        method=fusing_method,
        depth=MDCR["depth"],
        code=code_digest("fuse_mdcr_pools.py"),
    message:
        "Fusing the runs of the members of {wildcards.ranker} over MDCR's large pools"
    script:
        "../scripts/fuse_mdcr_pools.py"


use rule fuse_mdcr_pools as choose_mdcr_pools with:
    input:
        unpack(member_pools),
        cited=LARGE_POOLS["cited"],
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
        designs="<results>/mdcr/designs/pools/{ranker}.csv",
    log:
        "<logs>/choose_mdcr_pools/{ranker}.log",
    benchmark:
        "<benchmarks>/choose_mdcr_pools/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("folds", MDCR_FUSED)),
    message:
        "Choosing what {wildcards.ranker} fuses over MDCR's large pools, on validation pools"
