"""CSFCube: rank every judged pool with each ranker, check users' runs, evaluate.

A ranker that searches, or fuses such rankers alone, also ranks all papers for each query paper
(corpus/<ranker>.parquet). Word vectors are those of the pools stage if it can run. Rankers that are
trained first rank by the rules of training.smk, a run for each training.
"""

from paperpool.collections.facets import FACETS


rule csfcube:
    """Rank CSFCube's pools with every ranker, and score the runs."""
    input:
        run.csfcube.get_error_without_data,
        "<results>/config.yaml",
        "<results>/csfcube/metrics.csv",
        collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            ranker=run.csfcube.rankers,
            facet=FACETS,
        ),
        collect("<results>/training/{ranker}/heldout.csv", ranker=run.training.rankers),


rule train_collection_word2vec:
    """Train word vectors on the collection's abstracts, if those of pools cannot be used. One
    job."""
    input:
        collection=run.csfcube.get_collection_files,
    output:
        vectors="<results>/csfcube/steps/word2vec.parquet",
    log:
        "<logs>/train_collection_word2vec.log",
    benchmark:
        "<benchmarks>/train_collection_word2vec.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        seed=run.settings.seed,
        code=code_digest("train_collection_word2vec.py"),
    message:
        "Training word2vec on the collection's abstracts"
    script:
        "../../scripts/train_collection_word2vec.py"


rule rank_terms:
    """Rank the judged pools, and all papers of the collection (`corpus`), by terms and averaged
    word vectors. `vectors` is empty if no ranker averages these, `votes` always: no ranker here
    uses citations. `ranked` has the release's JSON of each facet. One job for all such rankers."""
    input:
        collection=run.csfcube.get_collection_files,
        vectors=run.csfcube.word_vectors,
        votes=[],
    output:
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.csfcube.lexical_rankers),
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            ranker=run.csfcube.lexical_rankers,
            facet=FACETS,
        ),
        corpus=collect(
            "<results>/csfcube/corpus/{ranker}.parquet", ranker=run.csfcube.lexical_rankers
        ),
    log:
        "<logs>/rank_terms.log",
    benchmark:
        "<benchmarks>/rank_terms.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        benchmark="csfcube",
        rankers=run.rankers.describe(run.csfcube.lexical_rankers),
        context={"seed": run.settings.seed},
        code=code_digest("rank_by_terms.py"),
        code_of_kinds=run.rankers.digest_kinds(run.csfcube.lexical_rankers),
    message:
        "Ranking CSFCube's pools and papers by terms and averaged word vectors"
    script:
        "../../scripts/rank_by_terms.py"


rule rank_model:
    """Rank the judged pools, and all papers of the collection (`corpus`), with a model. One job for
    each ranker that does both. `known` has the user's vectors of papers, if any. `model` is empty
    without local files of a model; `first_stage` is, too: all candidates are ranked."""
    input:
        unpack(run.encode.get_known_vectors),
        collection=run.csfcube.get_collection_files,
        model=run.rankers.get_model_files,
        first_stage=[],
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=FACETS,
        ),
        corpus="<results>/csfcube/corpus/{ranker}.parquet",
    log:
        "<logs>/rank_model/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_model/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.csfcube.searching_models),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        benchmark="csfcube",
        rankers=run.rankers.get_settings,
        depth=None,
        cache=run.settings.cache,
        context={"torch_threads": run.threads},
        code=code_digest("rank_by_model.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Ranking CSFCube's pools and papers with {wildcards.ranker} (a model)"
    script:
        "../../scripts/rank_by_model.py"


use rule rank_model as rank_pools_model with:
    """Rank the judged pools with a model of a kind that does not search, such as cross: no other
    paper is ranked. One job for each such ranker."""
    input:
        unpack(run.encode.get_known_vectors),
        collection=run.csfcube.get_collection_files,
        model=run.rankers.get_model_files,
        first_stage=[],
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=FACETS,
        ),
    log:
        "<logs>/rank_pools_model/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_pools_model/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.csfcube.pools_only_models),
    message:
        "Ranking CSFCube's pools with {wildcards.ranker} (a model)"


rule rank_fusion:
    """Fuse the members' runs of the judged pools, and those of all papers of the collection
    (`searched`). One job for each fusion whose members all rank these papers."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.rankers.get_members),
        searched=collect(
            "<results>/csfcube/corpus/{ranker}.parquet", ranker=run.rankers.get_members
        ),
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=FACETS,
        ),
        corpus="<results>/csfcube/corpus/{ranker}.parquet",
    log:
        "<logs>/rank_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.csfcube.searching_fusions),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        benchmark="csfcube",
        rankers=run.rankers.get_settings,
        members=run.rankers.get_members,
        code=code_digest("fuse_runs.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Fusing the runs of the members of {wildcards.ranker}"
    script:
        "../../scripts/fuse_runs.py"


use rule rank_fusion as rank_pools_fusion with:
    """Fuse the members' runs of the judged pools if a member ranks these alone: no other paper is
    ranked. One job for each such fusion."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.rankers.get_members),
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=FACETS,
        ),
    log:
        "<logs>/rank_pools_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_pools_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.csfcube.pools_only_fusions),


use rule rank_fusion as rank_best with:
    """Choose for each fold, by the scores on the other fold, which members to fuse.
    designs/<ranker>.csv has all choices that were tried, with their scores. One job for each ranker
    of kind best."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.rankers.get_members),
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=FACETS,
        ),
        designs="<results>/csfcube/designs/{ranker}.csv",
    log:
        "<logs>/rank_best/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_best/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.csfcube.tuned_fusions),
    message:
        "Choosing what {wildcards.ranker} fuses, for each fold on the other"


rule import_runs:
    """Check and import the users' runs of the pools. Missing or unknown candidates are an error if
    checks.runs is strict. Runs that look wrong, such as reversed ones, are doubts: an error if
    checks.doubts is fail. Else checks/<ranker>.json has both. One job for all rankers of kind
    run."""
    input:
        collection=run.csfcube.get_collection_files,
        files=run.csfcube.imported_files,
    output:
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.csfcube.imported_paths),
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            ranker=run.csfcube.imported_paths,
            facet=FACETS,
        ),
        checks=collect("<results>/csfcube/checks/{ranker}.json", ranker=run.csfcube.imported_paths),
    log:
        "<logs>/import_runs.log",
    benchmark:
        "<benchmarks>/import_runs.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        paths=run.csfcube.imported_paths,
        code=code_digest("import_runs.py"),
    message:
        "Checking and importing the runs of others"
    script:
        "../../scripts/import_runs.py"


rule run_command:
    """Rank the judged pools with a user's own command, and check its run. `files` are those that
    the command reads. `first_stage` is empty: all candidates are ranked. checks/<ranker>.json has
    problems and doubts. One job for each such ranker."""
    input:
        collection=run.csfcube.get_collection_files,
        files=run.rankers.get_command_files,
        first_stage=[],
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=FACETS,
        ),
        checks="<results>/csfcube/checks/{ranker}.json",
    log:
        job="<logs>/run_command/{ranker}/job.log",
        stdout="<logs>/run_command/{ranker}/stdout.log",
        stderr="<logs>/run_command/{ranker}/stderr.log",
    benchmark:
        "<benchmarks>/run_command/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.csfcube.command_rankers),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        benchmark="csfcube",
        rankers=run.rankers.get_settings,
        depth=None,
        code=code_digest("rank_by_command.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Ranking CSFCube's pools with {wildcards.ranker} (its command)"
    script:
        "../../scripts/rank_by_command.py"


rule evaluate_csfcube:
    """Evaluate all runs of the pools under both protocols, and the rankings of all papers
    (`corpus`). A trained ranker has several runs; `checks` are of those from outside. Published
    scores stand beside ours if the collection has the `released_queries`. One job."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{run}.parquet", run=run.csfcube.runs),
        corpus=collect(
            "<results>/csfcube/corpus/{ranker}.parquet", ranker=run.csfcube.corpus_rankers
        ),
        checks=collect("<results>/csfcube/checks/{ranker}.json", ranker=run.csfcube.checked_rankers),
        published=shipped("published/csfcube.csv"),
        released_queries=shipped("published/csfcube_queries.txt"),
    output:
        metrics=in_report("<results>/csfcube/metrics.csv", "all scores"),
        per_query="<results>/csfcube/per_query.parquet",
        significance=in_report("<results>/csfcube/significance.csv", "paired tests"),
        ranks=in_report("<results>/csfcube/ranks.csv", "ranks"),
        pool_bias=in_report("<results>/csfcube/pool_bias.csv", "pool bias"),
        checks="<results>/csfcube/checks.json",
    log:
        "<logs>/evaluate_csfcube.log",
    benchmark:
        "<benchmarks>/evaluate_csfcube.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        published_names=run.rankers.published_names("csfcube", run.csfcube.rankers),
        baselines=run.csfcube.baselines,
        resampling=run.resampling,
        code=code_digest("evaluate_csfcube.py"),
    message:
        "Scoring every run of CSFCube under both protocols"
    script:
        "../../scripts/evaluate_csfcube.py"
