"""Annotators are prepared: instructions with worked examples.

Inputs: the worked examples that come with the library, or those of annotation.examples with the
texts of the papers that they name. Outputs below annotation/: instructions.html.
"""


rule write_instructions:
    input:
        unpack(instruction_files),
    output:
        page=report(
            "<results>/annotation/instructions.html",
            category="Annotation",
            labels={"page": "instructions for annotators"},
            caption="../report/instructions.rst",
        ),
    log:
        "<logs>/write_instructions.log",
    benchmark:
        "<benchmarks>/write_instructions.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        run={"name": config["run"], "is_demo": IS_DEMO},
        names_papers=bool(EXAMPLES),
        practice=None,
        code=code_digest("write_instructions.py"),
    message:
        "Writing the instructions for annotators"
    script:
        "../scripts/write_instructions.py"
