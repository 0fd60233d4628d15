"""Whether the files of a run are still what its jobs made (no part of `all`).

It reads the notes below manifest/ that each job leaves of its files. It names no output, so that it
reads all files each time; where all are whole it writes manifest.csv, their list.
"""


rule verify:
    """Read the files of the run again; fail where one is damaged or missing."""
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
