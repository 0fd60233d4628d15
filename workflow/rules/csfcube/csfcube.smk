"""CSFCube: rank every judged pool with each ranker, check users' runs, evaluate.

A pool has the judged candidates of a query, which is a paper and a facet. A ranker that searches,
or fuses such rankers alone, also ranks all papers of the collection for each query paper
(corpus/<ranker>.parquet). runs/<ranker>.parquet has a ranker's order of each pool, with scores;
ranked/ has the same in the JSON of CSFCube's release, a file for each facet. Word vectors are those
of the pools stage if it can run with pools.filter csfcube. Rankers that are trained first rank by
the rules of training.smk, a run for each training.

CSFCube's queries are in two folds. What is chosen by scores, such as what a tuned fusion (kind
best) fuses, is chosen on one fold and scored on the other. The two protocols are official, scores
as the released script computes them, and corrected, without its mistakes (docs/protocols.md).

Tables: metrics.csv has each ranker's scores with intervals; per_query.parquet those of each query;
significance.csv the difference of each ranker from the `baselines`, with its p value; ranks.csv the
place of each ranker, with its interval, and whether it is tied with the best; pool_bias.csv the
share of each ranker's first 20 candidates that was judged, bpref, and a warning if that share is
small or far from the baseline's.

`collection` has the files of data.csfcube, with the labels that pools.labels corrects, if set.
`benchmark` is the form in which a script reads collections and writes runs; `rankers` has the
settings of the job's rankers, `code_of_kinds` a digest of their own code; `context` has the seed or
number of threads that rankers use; `depth` is null, as all candidates are ranked.
`get_error_without_data` gives no file, but an error if data.csfcube is not set and the run is no
demo.
"""


rule csfcube:
    """Rank CSFCube's pools with every ranker, and score the runs. Asks for the run's merged
    configuration, the scores of all rankers (metrics.csv), each ranker's order of the pools in the
    release's JSON, and, if encoders are trained, their test on citations kept for it (heldout.csv).
    """
    input:
        run.csfcube.get_error_without_data,
        "<results>/config.yaml",
        "<results>/csfcube/metrics.csv",
        collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            ranker=run.csfcube.rankers,
            facet=run.scheme.facet_names,
        ),
        collect("<results>/training/{ranker}/heldout.csv", ranker=run.training.rankers),


rule train_collection_word2vec:
    """Train word vectors on the collection's abstracts: a table of words and their vectors. One
    job, if a ranker averages such vectors and those of the pools stage cannot be used."""
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
    uses citations. One job for all rankers by terms or word vectors."""
    input:
        collection=run.csfcube.get_collection_files,
        vectors=run.csfcube.word_vectors,
        votes=[],
    output:
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.csfcube.lexical_rankers),
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            ranker=run.csfcube.lexical_rankers,
            facet=run.scheme.facet_names,
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
    """Rank the judged pools, and all papers of the collection (`corpus`), with a model. The
    unpacked inputs are vectors that the user gives in place of a model (`known`) and the papers
    that these are of (`papers`), or empty. `model` has the model's local files; it is empty for a
    hub id, by which the job downloads the model. `cache` is the folder of embeddings that runs
    share. `first_stage` is empty: all candidates are ranked. One job for each ranker that ranks
    both."""
    input:
        unpack(run.encode.get_known_vectors),
        collection=run.csfcube.get_collection_files,
        model=run.rankers.get_model_files,
        first_stage=[],
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=run.scheme.facet_names,
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
    """Rank the judged pools with a model that does not search, such as a cross-encoder. All is as
    in rank_model, but that there is no ranking of all papers. One job for each ranker with such a
    model."""
    input:
        unpack(run.encode.get_known_vectors),
        collection=run.csfcube.get_collection_files,
        model=run.rankers.get_model_files,
        first_stage=[],
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=run.scheme.facet_names,
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
    """Fuse the runs of a fusion's `members`: those of the judged pools, and those of all papers of
    the collection (`searched`). One job for each fusion,
    but the tuned ones, whose members all rank these papers."""
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
            facet=run.scheme.facet_names,
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
    """Fuse the runs of the judged pools of a fusion's members. As one of these ranks pools only,
    the fusion does not rank all papers, and reads and writes no such ranking. One job for each such
    fusion."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.rankers.get_members),
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=run.scheme.facet_names,
        ),
    log:
        "<logs>/rank_pools_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_pools_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.csfcube.pools_only_fusions),


use rule rank_fusion as rank_best with:
    """Fuse members as is best on the other fold: a tuned fusion (kind best). It sums the scores of
    subsets of its members. For each of the two folds the subsets are chosen by NDCG%20 on the other
    one. All papers are not ranked: such rankings have no folds. `designs` has all choices that were
    tried, with their scores, and which was chosen. One job for each tuned fusion."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.rankers.get_members),
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=run.scheme.facet_names,
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
    """Check and import the users' runs of the pools. Missing or unknown candidates are a problem:
    an error if checks.runs is strict (`strict`). Runs that look wrong, such as reversed ones, are
    doubts: an error if checks.doubts is fail (`refuses_doubts`). Else checks/<ranker>.json has
    both. `paths` has the path of each ranker's `files`, with {facet} in it if there is one for each
    facet. One job for all rankers of kind run whose benchmark is csfcube."""
    input:
        collection=run.csfcube.get_collection_files,
        files=run.csfcube.imported_files,
    output:
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.csfcube.imported_rankers),
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{ranker}-{facet}-ranked.json",
            ranker=run.csfcube.imported_rankers,
            facet=run.scheme.facet_names,
        ),
        checks=collect(
            "<results>/csfcube/checks/{ranker}.json", ranker=run.csfcube.imported_rankers
        ),
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
    the command reads, as its settings name them; there may be none. `first_stage` is empty: all
    candidates are ranked. `checks` has problems (missing or unknown candidates; an error if
    checks.runs is strict, `strict`) and doubts (runs that look wrong; an error if checks.doubts is
    fail, `refuses_doubts`). stdout and stderr of the command have logs of their own. One job for
    each such ranker."""
    input:
        collection=run.csfcube.get_collection_files,
        files=run.rankers.get_command_files,
        first_stage=[],
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=run.scheme.facet_names,
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
    (`corpus`). A trained ranker has several runs. Published scores stand beside ours if the
    collection has the queries of CSFCube's release (`released_queries`); `published_names` are the
    rankers' names there. The input `checks` is of imported runs and those by commands, empty
    without such. Writes the tables that the head of this file explains, and all checks, doubts
    about runs that are alike included (an error if `refuses_doubts`). `resampling` says how
    intervals and p values are drawn. One job."""
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
        refuses_doubts=run.settings.checks.doubts == "fail",
        published_names=run.rankers.published_names("csfcube", run.csfcube.rankers),
        baselines=run.csfcube.baselines,
        resampling=run.resampling,
        code=code_digest("evaluate_csfcube.py"),
    message:
        "Scoring every run of CSFCube under both protocols"
    script:
        "../../scripts/evaluate_csfcube.py"
