"""MDCR from the corpus: queries, large pools, their rankings, and the benchmark that these feed.

Inputs: corpus/papers, corpus/citations and corpus/twins.parquet. Outputs below mdcr/:
runs/<level>/<ranker>.parquet, the best of every pool of the dataset and the field level; bm25.csv,
the parameters that were tried; mdcr_<split>.json and mdcr_<split>_data.jsonl, the benchmark in the
official format; provenance.parquet, shortfalls.csv, jaccard.csv and models.csv, where its candidates
are from. steps/ holds the queries, the pools, and the papers of all pools with their term counts and
vectors, made once for all of them.
"""


rule sample_mdcr_queries:
    input:
        papers=mdcr_papers,
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
        twins=LARGE_POOLS["twins"],
        exclude=MDCR["exclude"],
    output:
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
    log:
        "<logs>/sample_mdcr_queries.log",
    benchmark:
        "<benchmarks>/sample_mdcr_queries.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=120,
    params:
        settings=query_settings(),
        seed=config["seed"],
        code=code_digest("sample_mdcr_queries.py"),
    message:
        "Drawing MDCR's queries"
    script:
        "../scripts/sample_mdcr_queries.py"


rule draw_mdcr_pools:
    input:
        papers=mdcr_papers,
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
        labelled=of_every_shard("<results>/corpus/steps/read/{shard}.papers.parquet"),
        queries=LARGE_POOLS["queries"],
        cited=LARGE_POOLS["cited"],
    output:
        pools="<results>/mdcr/steps/pools.parquet",
        papers="<results>/mdcr/steps/papers.parquet",
    log:
        "<logs>/draw_mdcr_pools.log",
    benchmark:
        "<benchmarks>/draw_mdcr_pools.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        settings=mdcr_pool_settings(),
        seed=config["seed"],
        code=code_digest("draw_mdcr_pools.py"),
    message:
        "Drawing MDCR's large pools"
    script:
        "../scripts/draw_mdcr_pools.py"


rule count_mdcr_terms:
    input:
        papers=LARGE_POOLS["papers"],
    output:
        MDCR_TERMS,
    log:
        "<logs>/count_mdcr_terms.log",
    benchmark:
        "<benchmarks>/count_mdcr_terms.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        code=code_digest("count_mdcr_terms.py"),
    message:
        "Counting the terms of the papers of MDCR's pools"
    script:
        "../scripts/count_mdcr_terms.py"


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
    conda:
        "../../envs/paperpool.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
    params:
        grid=MDCR["bm25"],
        depth=MDCR["depth"],
        threads=2,
        code=code_digest("tune_mdcr_bm25.py"),
    message:
        "Choosing BM25's parameters on MDCR's validation pools"
    script:
        "../scripts/tune_mdcr_bm25.py"


rule rank_mdcr_terms:
    input:
        **LARGE_POOLS,
        terms=MDCR_TERMS,
        grid=tuned_bm25,
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_terms/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_terms/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(mdcr_rankers_of_kind(*TERM_KINDS)),
    conda:
        "../../envs/paperpool.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
    params:
        kind=ranker_setting("kind"),
        depth=MDCR["depth"],
        threads=2,
        code=code_digest("rank_mdcr_terms.py"),
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (terms)"
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
        ranker=any_of(mdcr_rankers_of_kind(*WORD_VECTOR_KINDS)),
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


rule encode_mdcr_papers:
    input:
        papers=LARGE_POOLS["papers"],
        model=model_files,
    output:
        vectors="<results>/mdcr/steps/vectors/{ranker}.npy",
    log:
        "<logs>/encode_mdcr_papers/{ranker}.log",
    benchmark:
        "<benchmarks>/encode_mdcr_papers/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(mdcr_rankers_of_kind("dense")),
    conda:
        "../../envs/encoders.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
    params:
        encoder=encoder_settings,
        separator=ranker_setting("separator"),
        cache=config["cache"],
        torch_threads=2,
        code=code_digest("encode_mdcr_papers.py"),
    message:
        "Encoding the papers of MDCR's pools with {wildcards.ranker}"
    script:
        "../scripts/encode_mdcr_papers.py"


rule rank_mdcr_vectors:
    input:
        **LARGE_POOLS,
        vectors="<results>/mdcr/steps/vectors/{ranker}.npy",
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_vectors/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_vectors/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(mdcr_rankers_of_kind(*WORD_VECTOR_KINDS, "dense")),
    conda:
        "../../envs/encoders.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
    params:
        similarity=vector_similarity,
        depth=MDCR["depth"],
        threads=2,
        code=code_digest("rank_mdcr_vectors.py"),
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (vectors)"
    script:
        "../scripts/rank_mdcr_vectors.py"


rule find_graph_candidates:
    input:
        papers=mdcr_papers,
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
        twins=LARGE_POOLS["twins"],
        queries=LARGE_POOLS["queries"],
        cited=LARGE_POOLS["cited"],
    output:
        graph="<results>/mdcr/steps/graph.parquet",
    log:
        "<logs>/find_graph_candidates.log",
    benchmark:
        "<benchmarks>/find_graph_candidates.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        negatives=MDCR["negatives"],
        seed=config["seed"],
        code=code_digest("find_graph_candidates.py"),
    message:
        "Finding the graph neighbours of MDCR's queries"
    script:
        "../scripts/find_graph_candidates.py"


rule build_mdcr:
    input:
        papers=mdcr_papers,
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
        twins=LARGE_POOLS["twins"],
        queries=LARGE_POOLS["queries"],
        cited=LARGE_POOLS["cited"],
        graph="<results>/mdcr/steps/graph.parquet",
        runs=large_scale_runs("field"),
    output:
        **MDCR_BUILT,
    log:
        "<logs>/build_mdcr.log",
    benchmark:
        "<benchmarks>/build_mdcr.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        rankers=MDCR_RANKERS,
        pinned=MDCR["models"],
        settings=benchmark_settings(),
        code=code_digest("build_mdcr.py"),
    message:
        "Building MDCR's benchmark"
    script:
        "../scripts/build_mdcr.py"
