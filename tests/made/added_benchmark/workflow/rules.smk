"""The rules of the made-up benchmark."""

from paperpool.benchmarks.added.workflow.plan import AddedPlan

added = AddedPlan(run)


rule added:
    """Rank and score the made-up benchmark."""
    input:
        added.get_error_without_data,
        "<results>/config.yaml",
        "<results>/added/metrics.csv",


rule evaluate_added:
    input:
        data=added.get_data,
    output:
        metrics="<results>/added/metrics.csv",
        per_query="<results>/added/per_query.parquet",
        significance="<results>/added/significance.csv",
        ranks="<results>/added/ranks.csv",
        runs=collect("<results>/added/runs/{r}.parquet", r=added.rankers),
    log:
        "<logs>/evaluate_added.log",
    benchmark:
        "<benchmarks>/evaluate_added.tsv"
    params:
        rankers=list(added.rankers),
        resampling=run.resampling,
        code=code_digest("paperpool/benchmarks/added/workflow/evaluate.py"),
    message:
        "Scoring the made-up benchmark"
    script:
        "evaluate.py"


rule export_added:
    input:
        data=added.get_data,
        licences=shipped("licences.csv"),
    output:
        "<results>/export/added/croissant.json",
    log:
        "<logs>/export_added.log",
    benchmark:
        "<benchmarks>/export_added.tsv"
    params:
        rankers=list(added.rankers),
        code=code_digest("paperpool/benchmarks/added/workflow/export.py"),
    message:
        "Exporting the made-up benchmark"
    script:
        "export.py"
