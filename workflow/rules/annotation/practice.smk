"""Annotators are prepared: instructions with worked examples, and a practice round.

Pairs to practise on are settled ones of the collection, or those of annotation.practice.pairs; the
annotators do not see practice_settled.json. No grade of the practice round is imported.
"""


rule write_instructions:
    input:
        unpack(run.practice.instruction_files),
    output:
        page=in_report("<results>/annotation/instructions.html", "instructions for annotators"),
    log:
        "<logs>/write_instructions.log",
    benchmark:
        "<benchmarks>/write_instructions.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        run={"name": run.settings.run, "is_demo": run.is_demo},
        names_papers=bool(run.settings.annotation.examples),
        practice=run.practice.announced,
        code=code_digest("write_instructions.py"),
    message:
        "Writing the instructions for annotators"
    script:
        "../../scripts/write_instructions.py"


rule write_practice_tasks:
    input:
        unpack(run.practice.material),
    output:
        tasks="<results>/annotation/practice_tasks.json",
        table="<results>/annotation/practice_tasks.csv",
        settled="<results>/annotation/practice_settled.json",
        simulated=run.practice.simulated,
    log:
        "<logs>/write_practice_tasks.log",
    benchmark:
        "<benchmarks>/write_practice_tasks.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        n_pairs=run.practice.pairs,
        seed=run.settings.seed,
        code=code_digest("write_practice_tasks.py"),
    message:
        "Writing tasks for annotators to practise on"
    script:
        "../../scripts/write_practice_tasks.py"


rule score_practice:
    input:
        settled="<results>/annotation/practice_settled.json",
        exports=run.practice.required_exports,
    output:
        scores=in_report("<results>/annotation/practice.csv", "practice"),
        pairs="<results>/annotation/practice_pairs.csv",
    log:
        "<logs>/score_practice.log",
    benchmark:
        "<benchmarks>/score_practice.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        threshold=run.settings.annotation.practice.rho,
        code=code_digest("score_practice.py"),
    message:
        "Comparing the annotators' practice with the settled grades"
    script:
        "../../scripts/score_practice.py"
