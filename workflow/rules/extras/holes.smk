"""Rankings of the whole corpus beside judged pools: their judged share and their scores.

The corpus here is the papers that pools.filter keeps: `column` marks them in corpus/papers/.
holes.csv has, for each ranking, the judged share of its best papers, and its scores with unjudged
papers as irrelevant, left out, or estimated, with intervals. unjudged.csv has the pairs of a query
and a paper among the best that nobody judged, the heaviest first: a pair weighs more the more
rankers have it near the top. Twins are papers that are in the corpus more than once under different
ids.

`get_error_without_data` gives no file, but an error if no pools can be drawn (data.s2orc is not
set, or corpus.filters lacks pools.filter) or there is no judged collection (data.csfcube is not
set). A demo makes both.
"""

from paperpool.extras.holes.plan import HolesPlan

holes = HolesPlan(run)


rule holes:
    """Score rankings of the whole corpus, and list the pairs to judge next. Asks for holes.csv,
    which stands for unjudged.csv, too."""
    input:
        holes.get_error_without_data,
        "<results>/pools/holes.csv",


if holes.word_rankers:

    rule rank_words:
        """Rank the corpus for each query of the pools (`queries`) by the words of titles and
        abstracts. Only the papers that `column` marks are ranked, and of these neither the query
        nor its twins; `runs` have the best `depth` of them, with scores and ranks. `rankers` has
        the rankers' settings. One job for all rankers by terms, if there are some."""
        input:
            queries="<results>/pools/queries.csv",
            papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.get_shards),
            twins="<results>/corpus/twins.parquet",
        output:
            runs=collect("<results>/pools/holes/{ranker}.parquet", ranker=holes.word_rankers),
        log:
            "<logs>/rank_words.log",
        benchmark:
            "<benchmarks>/rank_words.tsv"
        conda:
            "../../../envs/paperpool.yaml"
        threads: run.threads
        resources:
            mem_mb=grow_memory(3000),
            runtime=240,
        params:
            rankers=run.rankers.describe(holes.word_rankers),
            column=run.pools.filter_column,
            depth=run.settings.pools.depth,
            search_threads=run.threads,
            code=code_digest("rank_words.py"),
            code_of_kinds=run.rankers.digest_kinds(holes.word_rankers),
        message:
            "Ranking the corpus by the words of whole texts"
        script:
            "../../scripts/rank_words.py"


rule measure_holes:
    """Score the rankings of the whole corpus, and list the pairs among their best that nobody
    judged. `runs` are those of pools' sources and of rankers by terms, in the order of `rankers`.
    They are scored (holes) on the collection as released, without labels corrected by hand;
    unjudged pairs are sorted by weight (unjudged). Twins count as one paper. `resampling` says how
    intervals are drawn. One job."""
    input:
        collection=run.csfcube.get_released_files,
        runs=[
            *collect("<results>/pools/runs/{source}.parquet", source=run.pools.ranked_sources),
            *collect("<results>/pools/holes/{ranker}.parquet", ranker=holes.word_rankers),
        ],
        twins="<results>/corpus/twins.parquet",
    output:
        holes=in_report("<results>/pools/holes.csv", "whole-corpus rankings and their holes"),
        unjudged="<results>/pools/unjudged.csv",
    log:
        "<logs>/measure_holes.log",
    benchmark:
        "<benchmarks>/measure_holes.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        rankers=holes.rankers,
        resampling=run.resampling,
        code=code_digest("measure_holes.py"),
    message:
        "Scoring the rankings of the whole corpus"
    script:
        "../../scripts/measure_holes.py"
