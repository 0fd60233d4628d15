"""Cited text identification: CL-SciSumm's task 1a read, ranked and evaluated.

A citance is a sentence that cites a reference paper; gold is what annotators chose of that paper
for it. rankings/ has all sentences of the reference paper for each citance, runs/ the chosen ones
in the task's format, a file for each reference paper. Asymmetric matching finds the most similar
word of a sentence for each word of the citance, and sums these similarities, each raised to the
power d: the higher d, the less unlike words count. Symmetric matching is the cosine of the averaged
word vectors of both. The paper is that of Ricci et al., whose method asymmetric matching is.

Sentence rankers rank all sentences of a reference paper: those by words, three of each encoder, and
best, which learns on the train split how to weigh the others. Submissions are others' chosen
sentences, of rankers of kind run.

Tables of scores: metrics.csv has each ranker's scores with intervals; per_query.parquet those of
each reference paper; significance.csv the difference of each ranker from the `baselines`, with its
p value; ranks.csv the place of each ranker, with its interval, and whether it is tied with the
best; checks.json doubts about submissions. Tables of asymmetric matching: ablation.csv has the
scores of variants, powers.csv those of each d, tuning.csv those of each d and number of chosen
sentences, and which is best on the train split. Others: human.csv has the scores of each
annotator's choices by those of another, lengths.csv the mean number of words of the sentences that
each ranker chose, corpus.csv statistics of each split (its papers, citances, sentences,
annotators), malformed.csv what is wrong with the release's files and what was done about it.

The parameter `citance` says which of a citance's two texts is read, clean or as recognised, `k` how
many sentences are chosen for each; published scores are compared if the papers are the released
ones (`is_released`). `model` has a model's local files; it is empty for a hub id, by which the job
downloads the model. `cache` is the folder of embeddings and word vectors that runs share.
`resampling` says how intervals and p values are drawn. `get_error_without_data` gives no file, but
an error if data.scisumm is not set and the run is no demo.
"""

from paperpool.scisumm.names import WORD_RANKERS
from paperpool.workflow.scisumm.match.ablation import CONTEXTUAL_BASE


rule scisumm:
    """Match citing sentences with the cited ones in CL-SciSumm, and score the matches. Asks for the
    run's merged configuration, the tables that the head of this file explains, and the sentences
    that each sentence ranker chose."""
    input:
        run.scisumm.get_error_without_data,
        "<results>/config.yaml",
        "<results>/scisumm/per_query.parquet",
        "<results>/scisumm/metrics.csv",
        "<results>/scisumm/significance.csv",
        "<results>/scisumm/human.csv",
        "<results>/scisumm/lengths.csv",
        "<results>/scisumm/corpus.csv",
        "<results>/scisumm/malformed.csv",
        "<results>/scisumm/ablation.csv",
        "<results>/scisumm/powers.csv",
        "<results>/scisumm/tuning.csv",
        collect(
            "<results>/scisumm/runs/{ranker}/Task1/{paper}.csv",
            ranker=run.scisumm.sentence_rankers,
            paper=run.scisumm.papers,
        ),


rule read_scisumm:
    """Read the sentences of reference papers, the sentences that cite them (citances) and the
    annotators' choices (gold). `files` are those of the release, below `folder`. `texts` has the
    full texts that scisumm.word2vec.corpus names (`text_sources`), as sentences: word vectors are
    trained on them, and tokens counted. corpus.csv has statistics, malformed.csv what is wrong with
    the files. One job."""
    input:
        files=run.scisumm.get_release_files,
    output:
        sentences="<results>/scisumm/steps/sentences.parquet",
        citances="<results>/scisumm/steps/citances.parquet",
        gold="<results>/scisumm/steps/gold.parquet",
        texts="<results>/scisumm/steps/texts.parquet",
        malformed="<results>/scisumm/malformed.csv",
        corpus="<results>/scisumm/corpus.csv",
    log:
        "<logs>/read_scisumm.log",
    benchmark:
        "<benchmarks>/read_scisumm.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        folder=run.scisumm.source,
        text_sources=run.settings.scisumm.word2vec.corpus,
        code=code_digest("read_scisumm.py"),
    message:
        "Reading reference papers, citances and annotations"
    script:
        "../../scripts/read_scisumm.py"


rule train_scisumm_vectors:
    """Train word vectors on the texts of the release, and on abstracts of the corpus. Of these
    scisumm.word2vec.abstracts lists the venues and fields. That setting is the parameter
    `abstracts`; if it is null there are none, and the input `abstracts` is empty. `summary` counts
    texts, sentences and tokens. One job for each variant: base, which has the configured
    `settings`, and up to four that change one thing, as scisumm.ablation names them: keep-markers
    (those of citations stay in the texts), uncased, and min-count-50 and min-count-100 (words that
    occur less often share a vector)."""
    input:
        texts="<results>/scisumm/steps/texts.parquet",
        abstracts=collect(
            "<results>/corpus/steps/read/{shard}.papers.parquet",
            shard=run.scisumm.get_word2vec_shards,
        ),
    output:
        vectors="<results>/scisumm/steps/word2vec/{variant}.parquet",
        summary="<results>/scisumm/steps/word2vec/{variant}.json",
    log:
        "<logs>/train_scisumm_vectors/{variant}.log",
    benchmark:
        "<benchmarks>/train_scisumm_vectors/{variant}.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=24 * 60,
    params:
        settings={
            "dimensions": run.settings.scisumm.word2vec.dimensions,
            "min_count": run.settings.scisumm.word2vec.min_count,
            "epochs": run.settings.scisumm.word2vec.epochs,
            "seed": run.settings.seed,
        },
        abstracts=run.settings.scisumm.word2vec.abstracts,
        cache=run.settings.cache,
        code=code_digest("train_scisumm_vectors.py"),
    message:
        "Training word vectors for cited text identification ({wildcards.variant})"
    script:
        "../../scripts/train_scisumm_vectors.py"


rule rank_scisumm_words:
    """Rank the sentences of the reference paper for each citance by words. Rankers do so by
    asymmetric matching with d 4 and 1 and symmetric matching of word `vectors`, by BM25, and by an
    ensemble of two searches by BM25. One job for all of these rankers."""
    input:
        sentences="<results>/scisumm/steps/sentences.parquet",
        citances="<results>/scisumm/steps/citances.parquet",
        vectors="<results>/scisumm/steps/word2vec/base.parquet",
    output:
        rankings=collect("<results>/scisumm/rankings/{ranker}.parquet", ranker=WORD_RANKERS),
    log:
        "<logs>/rank_scisumm_words.log",
    benchmark:
        "<benchmarks>/rank_scisumm_words.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=2 * 60,
    params:
        citance=run.settings.scisumm.citance,
        code=code_digest("rank_scisumm_words.py"),
    message:
        "Ranking the sentences of reference papers by words"
    script:
        "../../scripts/rank_scisumm_words.py"


rule rank_scisumm_encoder:
    """Rank the sentences of the reference paper for each citance by an encoder. It does so by
    asymmetric matching of its tokens with d 4 and 1 (d4, d1), and by the cosine of its vectors of
    sentences (`cosine`). Tokens that are frequent in `texts`, the full texts of papers, weigh less.
    `encoder` has the settings of the model. One job for each encoder that scisumm.encoders names.
    """
    input:
        sentences="<results>/scisumm/steps/sentences.parquet",
        citances="<results>/scisumm/steps/citances.parquet",
        texts="<results>/scisumm/steps/texts.parquet",
        model=run.scisumm.get_model_files,
    output:
        d4="<results>/scisumm/rankings/asymm-{encoder}-d4.parquet",
        d1="<results>/scisumm/rankings/asymm-{encoder}-d1.parquet",
        cosine="<results>/scisumm/rankings/cosine-{encoder}.parquet",
    log:
        "<logs>/rank_scisumm_encoder/{encoder}.log",
    benchmark:
        "<benchmarks>/rank_scisumm_encoder/{encoder}.tsv"
    wildcard_constraints:
        encoder=any_of(run.settings.scisumm.encoders),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=12 * 60,
        gpu=0,
    params:
        cache=run.settings.cache,
        torch_threads=run.threads,
        encoder=run.scisumm.get_encoder_settings,
        citance=run.settings.scisumm.citance,
        code=code_digest("rank_scisumm_encoder.py"),
    message:
        "Ranking the sentences of reference papers with the encoder {wildcards.encoder}"
    script:
        "../../scripts/rank_scisumm_encoder.py"


rule ablate_scisumm:
    """Score variants of asymmetric matching by the gold. They are of one changed setting each
    (`variants`), with the word vectors that they need (ablation); of other `powers` d, and matching
    in the other direction (powers); and of d and the number of chosen sentences together (tuning).
    `encoder` and `model` are empty if no variant uses an encoder, else `texts` weigh its tokens.
    `published` has the paper's scores; `contextual` is the system in it whose scores stand beside
    variants with an encoder, or null. One job."""
    input:
        sentences="<results>/scisumm/steps/sentences.parquet",
        citances="<results>/scisumm/steps/citances.parquet",
        gold="<results>/scisumm/steps/gold.parquet",
        texts="<results>/scisumm/steps/texts.parquet",
        vectors=collect(
            "<results>/scisumm/steps/word2vec/{name}.parquet", name=run.scisumm.word_vectors
        ),
        model=run.scisumm.get_contextual_model_files,
        published=shipped("published/scisumm.csv"),
    output:
        ablation=in_report("<results>/scisumm/ablation.csv", "variants of asymmetric matching"),
        powers="<results>/scisumm/powers.csv",
        tuning="<results>/scisumm/tuning.csv",
    log:
        "<logs>/ablate_scisumm.log",
    benchmark:
        "<benchmarks>/ablate_scisumm.tsv"
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=12 * 60,
        gpu=0,
    params:
        cache=run.settings.cache,
        torch_threads=run.threads,
        citance=run.settings.scisumm.citance,
        variants=run.scisumm.variants,
        powers=run.settings.scisumm.powers,
        vectors=run.scisumm.word_vectors,
        encoder=run.scisumm.contextual_encoder,
        k=run.settings.scisumm.k,
        resampling=run.resampling,
        is_released=run.scisumm.is_released,
        contextual=run.settings.scisumm.published.get(CONTEXTUAL_BASE),
        code=code_digest("ablate_scisumm.py"),
    message:
        "Scoring variants and powers of asymmetric matching"
    script:
        "../../scripts/ablate_scisumm.py"


for n_submission, submission in enumerate(run.scisumm.submissions, 1):

    rule:
        """Check a submission to the task, copy its files to runs/, and write its chosen sentences
        (`rows`). Its `files` are in `folder`, one for each reference paper. Missing or unknown
        papers, citances and sentences are an error if checks.runs is strict, else they are logged.
        One job for each submission."""
        name:
            f"import_scisumm_run_{n_submission}"
        input:
            sentences="<results>/scisumm/steps/sentences.parquet",
            citances="<results>/scisumm/steps/citances.parquet",
            files=run.scisumm.submitted_files[submission].values(),
        output:
            rows=f"<results>/scisumm/steps/submissions/{submission}.parquet",
            files=collect(
                f"<results>/scisumm/runs/{submission}/Task1/{{file}}",
                file=run.scisumm.submitted_files[submission],
            ),
        log:
            f"<logs>/import_scisumm_run/{submission}.log",
        benchmark:
            f"<benchmarks>/import_scisumm_run/{submission}.tsv"
        conda:
            "../../../envs/paperpool.yaml"
        resources:
            mem_mb=grow_memory(1000),
            runtime=20,
        params:
            strict=run.settings.checks.runs == "strict",
            run=submission,
            folder=run.rankers.path_of(submission),
            code=code_digest("import_scisumm_run.py"),
        message:
            f"Checking and importing the submission {submission} to CL-SciSumm"
        script:
            "../../scripts/import_scisumm_run.py"


rule evaluate_scisumm:
    """Fit the ranker best on the train split, and evaluate all rankers and submissions
    (`submitted`). best weighs the scores of the others (`members`); train papers are ranked by
    weights learnt on other `folds` of the split. Without a train split `best`, its ranking, and
    `learnt`, its weights, are empty. `best_sentences` says how many best chooses: `k`, or one to
    four, as it learns. Published scores stand beside ours, by `published_names`. Writes the chosen
    sentences in the task's format (`runs`), the tables of scores, human.csv and lengths.csv, as the
    head of this file explains, and doubts about submissions, such as two alike (checks; an error if
    `refuses_doubts`). One job."""
    input:
        sentences="<results>/scisumm/steps/sentences.parquet",
        citances="<results>/scisumm/steps/citances.parquet",
        gold="<results>/scisumm/steps/gold.parquet",
        rankings=collect(
            "<results>/scisumm/rankings/{ranker}.parquet", ranker=run.scisumm.unfitted_rankers
        ),
        submissions=collect(
            "<results>/scisumm/steps/submissions/{ranker}.parquet", ranker=run.scisumm.submissions
        ),
        published=shipped("published/scisumm.csv"),
    output:
        per_query="<results>/scisumm/per_query.parquet",
        human="<results>/scisumm/human.csv",
        lengths="<results>/scisumm/lengths.csv",
        best=collect(
            "<results>/scisumm/rankings/{ranker}.parquet", ranker=run.scisumm.fitted_rankers
        ),
        learnt=["<results>/scisumm/best.json"] if run.scisumm.fitted_rankers else [],
        metrics=in_report("<results>/scisumm/metrics.csv", "all scores"),
        significance=in_report("<results>/scisumm/significance.csv", "paired tests"),
        ranks=in_report("<results>/scisumm/ranks.csv", "ranks"),
        runs=collect(
            "<results>/scisumm/runs/{ranker}/Task1/{paper}.csv",
            ranker=run.scisumm.sentence_rankers,
            paper=run.scisumm.papers,
        ),
        checks="<results>/scisumm/checks.json",
    log:
        "<logs>/evaluate_scisumm.log",
    benchmark:
        "<benchmarks>/evaluate_scisumm.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=2 * 60,
    params:
        refuses_doubts=run.settings.checks.doubts == "fail",
        citance=run.settings.scisumm.citance,
        members=run.scisumm.unfitted_rankers,
        folds=run.scisumm.folds,
        seed=run.settings.seed,
        submitted=run.scisumm.submissions,
        published_names=run.scisumm.published_names,
        baselines=run.scisumm.baselines,
        k=run.settings.scisumm.k,
        best_sentences=run.settings.scisumm.best_sentences,
        resampling=run.resampling,
        is_released=run.scisumm.is_released,
        code=code_digest("evaluate_scisumm.py"),
    message:
        "Learning how to weigh the rankers of cited text identification, and scoring all"
    script:
        "../../scripts/evaluate_scisumm.py"
