"""A check of the files of a run against the bytes that its jobs made (no part of `all`).

It reads the notes below manifest/ that each job leaves of its files. It names no output, so that it
reads all files each time; if all are whole it writes manifest.csv, their list.
"""


rule verify:
    """Read the files of the run again, and fail if one is damaged or missing. `folder` is the
    run's; there is no input. One job each time it is asked for."""
    log:
        "<logs>/verify.log",
    benchmark:
        "<benchmarks>/verify.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: 4
    resources:
        mem_mb=500,
        runtime=4 * 60,
    params:
        folder=run.folder,
        code=code_digest("verify_run.py"),
    message:
        "Reading the files of the run again"
    script:
        "../../scripts/verify_run.py"
