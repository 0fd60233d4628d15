"""Whether a run on real data has the scores of paperpool/resources/expected: each is ok (the same),
close, failed or missing. The job fails if one failed or is missing. It is no part of `all`."""


rule check_figures:
    """Compare the scores of a run on real data with the `expected` ones. Those of its name (`run`)
    in paperpool/resources/expected stand beside the metrics of each benchmark that they are of
    (`tables`). A run of another name ends in an error. `checked` has each score, expected and
    found, and its outcome. One job."""
    input:
        expected=run.report.expected_scores,
        tables=run.report.get_checked_tables,
    output:
        checked="<results>/figures_check.csv",
    log:
        "<logs>/check_figures.log",
    benchmark:
        "<benchmarks>/check_figures.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=500,
        runtime=5,
    params:
        run=run.settings.run,
        tables=run.report.expected_tables,
        code=code_digest("check_figures.py"),
    message:
        "Comparing the scores of the run with the expected ones"
    script:
        "../../scripts/check_figures.py"
