"""The run's configuration and its report.

Inputs: the tables of every section that the run can make, and the benchmark files of its rules.
Outputs: config.yaml, the merged configuration; report/index.html, one self-contained page, and
the figures on it as SVG files.
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


rule plot_funnel:
    input:
        summary="<results>/corpus/summary.json",
    output:
        figure=report(
            "<results>/report/funnel.svg",
            category="Corpus",
            labels={"figure": "funnel"},
            caption="../report/funnel.rst",
        ),
    log:
        "<logs>/plot_funnel.log",
    benchmark:
        "<benchmarks>/plot_funnel.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        code=code_digest("plot_funnel.py"),
    message:
        "Drawing the corpus funnel"
    script:
        "../scripts/plot_funnel.py"


rule plot_intervals:
    input:
        metrics="<results>/csfcube/metrics.csv",
    output:
        figure=report(
            "<results>/report/intervals.svg",
            category="CSFCube",
            labels={"figure": "intervals"},
            caption="../report/intervals.rst",
        ),
    log:
        "<logs>/plot_intervals.log",
    benchmark:
        "<benchmarks>/plot_intervals.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        baseline=config["evaluation"]["baseline"],
        confidence=config["evaluation"]["confidence"],
        code=code_digest("plot_intervals.py"),
    message:
        "Drawing the rankers' intervals"
    script:
        "../scripts/plot_intervals.py"


rule plot_two_facet_queries:
    input:
        metrics="<results>/csfcube/metrics.csv",
        per_query="<results>/csfcube/per_query.parquet",
        queries=collection_queries,
    output:
        figure=report(
            "<results>/report/two_facet_queries.svg",
            category="CSFCube",
            labels={"figure": "papers with two facets"},
            caption="../report/two_facet_queries.rst",
        ),
    log:
        "<logs>/plot_two_facet_queries.log",
    benchmark:
        "<benchmarks>/plot_two_facet_queries.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        baseline=config["evaluation"]["baseline"],
        code=code_digest("plot_two_facet_queries.py"),
    message:
        "Drawing the papers that are queried by two facets"
    script:
        "../scripts/plot_two_facet_queries.py"


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
        published_names={name: ranker["published"] for name, ranker in config["rankers"].items()},
        checked=CHECKED_RANKERS,
        baseline=config["evaluation"]["baseline"],
        confidence=config["evaluation"]["confidence"],
        code=code_digest("build_report.py"),
    message:
        "Building the report"
    script:
        "../scripts/build_report.py"
