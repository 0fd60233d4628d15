"""Model judges: the pairs to be graded go out, their grades come in and are audited.

The order of CSFCube's rankers is compared if the judges grade the collection that they ranked. In
the demo the grades are those of an imagined judge. No grade of a judge enters a release.
"""


rule judges:
    """Compare the grades of models with people's."""
    input:
        run.judges.needed,
        collect("<results>/annotation/{table}.csv", table=run.judges.tables),


rule write_judge_pairs:
    input:
        unpack(run.annotation.material),
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
    input:
        unpack(run.annotation.material),
        judged=run.annotation.released("<results>/annotation/release/{file}"),
        given=run.judges.files,
        plan="<results>/demo/plan.npz" if run.judges.simulated else [],
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.judges.audited_rankers),
    output:
        grades="<results>/annotation/judge_grades.parquet",
        counts="<results>/annotation/judge_counts.csv",
        agreement=in_report("<results>/annotation/judge_agreement.csv", "judges: agreement"),
        order="<results>/annotation/judge_order.csv",
        rankers="<results>/annotation/judge_rankers.csv",
        simulated=run.judges.simulated,
    log:
        "<logs>/audit_judges.log",
    benchmark:
        "<benchmarks>/audit_judges.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500 + run.annotation.simulation_mb * run.judges.is_simulated),
        runtime=20,
    params:
        judges=run.judges.judges,
        rankers=run.judges.audited_rankers,
        resampling=run.resampling,
        code=code_digest("audit_judges.py"),
    message:
        "Holding the judges' grades against people's"
    script:
        "../../scripts/audit_judges.py"
