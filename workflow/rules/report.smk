"""The run's configuration and its report.

Inputs: the tables of every section that the run can make, and the benchmark files of its rules.
Outputs: config.yaml, the merged configuration; report/index.html, one self-contained page; and
report/errors.html, what two rankers get wrong (a line where the run scores no rankers);
report/scisumm.html, the citing sentences of CL-SciSumm (a line where the run has none).
"""


rule write_config:
    output:
        config="<results>/config.yaml",
    log:
        "<logs>/write_config.log",
    benchmark:
        "<benchmarks>/write_config.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        text=merged_config,
        code=code_digest("write_config.py"),
    message:
        "Writing the merged configuration"
    script:
        "../scripts/write_config.py"


rule report:
    input:
        report_targets,


rule build_report:
    input:
        unpack(report_inputs),
    output:
        page=report(
            "<results>/report/index.html",
            category="Report",
            labels={"page": "the whole report"},
            caption="../report/index.rst",
        ),
        errors=report(
            "<results>/report/errors.html",
            category="CSFCube",
            labels={"page": "errors of two rankers"},
            caption="../report/errors.rst",
        ),
        scisumm=report(
            "<results>/report/scisumm.html",
            category="CL-SciSumm",
            labels={"page": "citing sentences and what was chosen"},
            caption="../report/scisumm.rst",
        ),
    log:
        "<logs>/build_report.log",
    benchmark:
        "<benchmarks>/build_report.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        sections=SECTIONS,
        run=report_run,
        kinds={name: config["rankers"][name]["kind"] for name in CSFCUBE_RANKERS},
        published_names=published_settings(CSFCUBE_RANKERS),
        checked=CHECKED_RANKERS,
        chosen=rankers_of_kind("best"),
        baselines=CSFCUBE_BASELINES,
        errors=config["report"]["errors"],
        confidence=config["evaluation"]["confidence"],
        mdcr=mdcr_report_settings(),
        scisumm=scisumm_report_settings() if "scisumm" in SECTIONS else None,
        scisearch=scisearch_report_settings() if "scisearch" in SECTIONS else None,
        code=code_digest("build_report.py"),
    message:
        "Building the report"
    script:
        "../scripts/build_report.py"
