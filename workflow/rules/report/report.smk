"""The run's configuration and its report: a large benchmark's section in a job of its own.

A section shows the tables of a stage, such as corpus or csfcube, if the run makes them. index.html
is self-contained; beside it are the pages of sections that have one. `templates` are those of the
pages. The parameter `run` has the name of the run and whether it is a demo.
"""

from paperpool.pages.environment import list_templates


rule write_config:
    """Write the configuration of the run, merged of all files and overlays (`text`). One job."""
    output:
        config="<results>/config.yaml",
    log:
        "<logs>/write_config.log",
    benchmark:
        "<benchmarks>/write_config.tsv"
    localrule: True
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=500,
        runtime=5,
    params:
        text=run.get_config,
        code=code_digest("write_config.py"),
    message:
        "Writing the merged configuration"
    script:
        "../../scripts/write_config.py"


rule report:
    """Write the report on all that the run can make. Asks for index.html, the report itself, and
    the further pages."""
    input:
        "<results>/report/index.html",
        collect("<results>/report/{page}.html", page=run.report.pages),


rule build_section:
    """Build sections of the report from the tables of their stages, the unpacked inputs, by the
    names <section>/<table>. The parameter `settings` has what each shows beside them. `sections`
    has the built fragments of the page. One job for each large benchmark (CSFCube, MDCR,
    CL-SciSumm), and one for all smaller sections (`groundwork`)."""
    input:
        unpack(run.report.get_files),
        templates=list_templates("workflow/report/*", "pages"),
    output:
        sections="<results>/report/sections/{part}.json",
    log:
        "<logs>/build_section/{part}.log",
    benchmark:
        "<benchmarks>/build_section/{part}.tsv"
    wildcard_constraints:
        part=any_of(run.report.parts),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        run={"name": run.settings.run, "is_demo": run.is_demo},
        settings=run.report.get_settings,
        code=run.report.get_code_digest,
    message:
        "Building the report's part on {wildcards.part}"
    script:
        "../../scripts/build_section.py"


rule build_report:
    """Put the sections together to the report (`page`), and write the pages of sections that have
    one, each under its name. `bench` is the table that make bench wrote of times, or empty; `order`
    has all sections that are asked for, also those without data, `pages` the section of each page,
    `run` what the report tells of the run itself: its name, seed, data, what is left out. One job.
    """
    input:
        config="<results>/config.yaml",
        sections=collect("<results>/report/sections/{part}.json", part=run.report.parts),
        bench=run.report.bench_table,
        templates=list_templates("pages", "workflow/report"),
    output:
        **{
            name: report(
                f"<results>/report/{name}.html",
                category=page.benchmark,
                labels={"page": page.title},
                caption=f"../../report/{name}.rst",
            )
            for name, page in run.report.pages.items()
        },
        page=in_report("<results>/report/index.html", "the whole report"),
    log:
        "<logs>/build_report.log",
    benchmark:
        "<benchmarks>/build_report.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        order=run.report.section_order,
        pages=run.report.section_of_page,
        run=run.report.about_run,
        code=code_digest("build_report.py"),
    message:
        "Putting the report together"
    script:
        "../../scripts/build_report.py"
