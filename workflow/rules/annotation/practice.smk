"""Annotators are prepared: instructions with worked examples, and a practice round.

Pairs to practise on are settled ones of the collection, whose grade is final, or those of the file
that annotation.practice.pairs names; the annotators do not see practice_settled.json. No grade of
the practice round is imported. The inputs pools, queries, papers and sentences are empty if no
pools can be drawn; `labels` is the user's sheet of corrected labels, if any, `templates` are those
of the page.
"""

from paperpool.pages.environment import list_templates


rule write_instructions:
    """Write the instructions with worked examples: those of annotation.examples (`examples`, else
    empty), or else those of the `scheme` and, if that and the collection are CSFCube's, those of its
    guidelines (`guideline`, else empty). The unpacked inputs have the texts of papers that examples
    name; they are empty if none needs them. `practice` is what is said of the practice round, null
    without one. One job."""
    input:
        unpack(run.practice.get_papers_of_examples),
        scheme=run.scheme_file,
        guideline=run.practice.guideline,
        examples=run.practice.own_examples or [],
        templates=list_templates("pages", "workflow/report/annotation"),
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
        practice=run.practice.announced_round,
        code=code_digest("write_instructions.py"),
    message:
        "Writing the instructions for annotators"
    script:
        "../../scripts/write_instructions.py"


rule write_practice_tasks:
    """Write tasks to practise on, for Label Studio (`tasks`) and as CSV (`table`). They are of the
    user's file of pairs (`pairs`), or, if that is empty, of `n_pairs` pairs drawn from the
    `collection` (empty without one). `settled` has the settled grades of these pairs. Worked
    examples that annotators have been shown (`examples`, empty without such) and pairs that are
    tasks are not drawn. In a demo an imagined annotator grades the tasks (`simulated`, else empty).
    One job, if annotation.practice.pairs is set."""
    input:
        scheme=run.scheme_file,
        collection=run.practice.get_collection_of_pairs,
        pools="<results>/pools/pools.parquet" if run.pools.is_possible else [],
        queries="<results>/pools/queries.csv" if run.pools.is_possible else [],
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.annotation.sentences_of_pools,
        labels=run.settings.pools.labels or [],
        pairs=run.practice.pairs_file,
        examples=run.practice.shown_examples,
    output:
        tasks="<results>/annotation/practice_tasks.json",
        table="<results>/annotation/practice_tasks.csv",
        settled="<results>/annotation/practice_settled.json",
        simulated=("<results>/demo/annotation/practice.json" if run.practice.is_simulated else []),
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
    """Compare each annotator's grades, from the exports of the practice round, with the settled
    ones. `scores` has each annotator's correlation with them by facet, and whether it reaches the
    one asked for (`threshold`), `pairs` the grades of all pairs. One job; an error without exports.
    """
    input:
        scheme=run.scheme_file,
        settled="<results>/annotation/practice_settled.json",
        exports=run.practice.get_practice_exports,
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
