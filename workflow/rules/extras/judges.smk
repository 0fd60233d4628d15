"""Model judges: the pairs to be graded go out, their grades come in and are compared on a board.

annotation.judges names the files of their grades. The order of CSFCube's rankers is compared if the
judges grade the collection that they ranked. In a demo with a practice round the grades are those
of an imagined judge. No grade of a judge enters a release. The inputs pools, queries, papers and
sentences are empty if no pools can be drawn; `collection`, data.csfcube, is empty without one;
`labels` is the user's sheet of corrected labels, if any.

Tables: judge_counts.csv counts the grades of each judge, and those of pairs that people graded,
too; judge_board.csv compares each judge with people and with every other judge: agreement, in all,
by grade, by facet and by source, the orders of rankers, and how much a judge raises those that
share its model; judge_rankers.csv has each ranker's score and place by either grades.

`get_error_without_data` gives no file, but an error if annotation.judges is empty, or if there is
nothing to grade: neither data.csfcube nor pools that can be drawn (a demo makes these).
"""

from paperpool.extras.judges.plan import JudgesPlan

judges = JudgesPlan(run)


rule judges:
    """Compare the grades of models with people's and with each other. Asks for the tables that the
    head of this file explains."""
    input:
        judges.get_error_without_data,
        collect("<results>/annotation/{table}.csv", table=judges.tables),


rule write_judge_pairs:
    """Write the pairs that annotators grade, with guidelines and texts, for a model. They are of
    drawn pools, or of the collection's own if none can be drawn. One job."""
    input:
        scheme=run.scheme_file,
        collection=run.annotation.get_collection_to_annotate,
        pools="<results>/pools/pools.parquet" if run.pools.is_possible else [],
        queries="<results>/pools/queries.csv" if run.pools.is_possible else [],
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.annotation.sentences_of_pools,
        labels=run.settings.pools.labels or [],
    output:
        pairs="<results>/annotation/judge_pairs.jsonl",
    log:
        "<logs>/write_judge_pairs.log",
    benchmark:
        "<benchmarks>/write_judge_pairs.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=20,
    params:
        seed=run.settings.seed,
        code=code_digest("write_judge_pairs.py"),
    message:
        "Writing the pairs that a model may be asked to grade"
    script:
        "../../scripts/write_judge_pairs.py"


rule audit_judges:
    """Compare the judges' grades with people's and with each other. `judge_grades` are the files of annotation.judges,
    empty if a judge is imagined; `annotated` is the collection made of the exports, or else the
    run's own, an error without either. Writes all `grades` of judges and the tables that the head
    of this file explains; the parameter `judges` says which rankers share a judge's model. If a
    judge is imagined, it grades by the demo's `plan`, and `simulated` has its grades; else both are
    empty. `runs`, those of CSFCube's `rankers`, are empty if there are exports. `resampling` says
    how intervals and p values are drawn. One job."""
    input:
        scheme=run.scheme_file,
        collection=run.annotation.get_collection_to_annotate,
        pools="<results>/pools/pools.parquet" if run.pools.is_possible else [],
        queries="<results>/pools/queries.csv" if run.pools.is_possible else [],
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.annotation.sentences_of_pools,
        labels=run.settings.pools.labels or [],
        annotated=run.annotation.get_annotated_collection,
        judge_grades=judges.grade_files,
        plan="<results>/demo/plan.npz" if judges.is_simulated else [],
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=judges.audited_rankers),
    output:
        grades="<results>/annotation/judge_grades.parquet",
        counts="<results>/annotation/judge_counts.csv",
        board=in_report("<results>/annotation/judge_board.csv", "judges: the board"),
        rankers="<results>/annotation/judge_rankers.csv",
        simulated="<results>/demo/annotation/judge.jsonl" if judges.is_simulated else [],
    log:
        "<logs>/audit_judges.log",
    benchmark:
        "<benchmarks>/audit_judges.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500 + judges.simulation_mb),
        runtime=20,
    params:
        judges=judges.judges,
        rankers=judges.audited_rankers,
        resampling=run.resampling,
        code=code_digest("audit_judges.py"),
    message:
        "Comparing the judges with people and with each other"
    script:
        "../../scripts/audit_judges.py"
