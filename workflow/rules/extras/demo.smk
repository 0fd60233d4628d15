"""Demo data, used while no data key is set, each part in the format of its release.

The papers are numbered, and written in demo.shards shards; the last demo.bulk_shards of these are
in Semantic Scholar's bulk format. runs/ has the rankings of an imagined system in every format in
which a run may come.
"""

from paperpool.workflow.facets.csabstruct import FILES as CSABSTRUCT_FILES

demo = run.settings.demo


rule plan_demo:
    """Plan the papers of the demo, and write what is made of them whole. `plan` has what each of
    `n_papers` is about and cites. The rest is a judged collection with `n_queries` query papers, in
    CSFCube's format (abstracts, pool, judgments, splits, queries) and TREC's (trec_documents,
    trec_topics, trec_qrels); abstracts `labelled` as CSAbstruct has them; runs of an imagined
    system in the release's JSON (official_runs), TREC's format (trec_run) and as a table
    (run_table); and CL-SciSumm's release (`scisumm`). One job, in a demo."""
    output:
        trec_documents="<results>/demo/trec/documents.jsonl",
        trec_topics="<results>/demo/trec/topics.xml",
        trec_qrels="<results>/demo/trec/qrels.txt",
        plan="<results>/demo/plan.npz",
        abstracts="<results>/demo/csfcube/abstracts-csfcube-preds.jsonl",
        pool="<results>/demo/csfcube/test-pid2pool-csfcube.json",
        judgments=collect(
            "<results>/demo/csfcube/test-pid2anns-csfcube-{facet}.json",
            facet=run.scheme.facet_names,
        ),
        splits="<results>/demo/csfcube/evaluation_splits.json",
        queries="<results>/demo/csfcube/queries-release.csv",
        labelled=collect("<results>/demo/csabstruct/{file}", file=CSABSTRUCT_FILES),
        official_runs=collect(
            "<results>/demo/runs/test-pid2pool-csfcube-simulated-{facet}-ranked.json",
            facet=run.scheme.facet_names,
        ),
        trec_run="<results>/demo/runs/simulated.trec",
        run_table="<results>/demo/runs/simulated.parquet",
        scisumm=run.scisumm.generated_files,
    log:
        "<logs>/plan_demo.log",
    benchmark:
        "<benchmarks>/plan_demo.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500 + demo.papers // 1000),
        runtime=60,
    params:
        n_papers=demo.papers,
        n_queries=demo.queries,
        seed=run.settings.seed,
        code=code_digest("plan_demo.py"),
    message:
        "Planning a demo corpus and judged collections"
    script:
        "../../scripts/plan_demo.py"


rule write_demo_shards:
    """Write the planned papers in shards. The first are written as S2ORC's metadata (`metadata`),
    the last, `n_bulk` of all `n_shards`, as `papers`, `abstracts` and `citations` in the bulk
    format; either may be none. One job, in a demo."""
    input:
        plan="<results>/demo/plan.npz",
    output:
        metadata=collect(
            "<results>/demo/metadata/metadata_{number}.jsonl.gz", number=run.corpus.demo_shards
        ),
        papers=collect(
            "<results>/demo/s2ag/papers/papers_{number}.jsonl.gz",
            number=run.corpus.demo_bulk_shards,
        ),
        abstracts=collect(
            "<results>/demo/s2ag/abstracts/abstracts_{number}.jsonl.gz",
            number=run.corpus.demo_bulk_shards,
        ),
        citations=collect(
            "<results>/demo/s2ag/citations/citations_{number}.jsonl.gz",
            number=run.corpus.demo_bulk_shards,
        ),
    log:
        "<logs>/write_demo_shards.log",
    benchmark:
        "<benchmarks>/write_demo_shards.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000 + demo.papers // 4000 + demo.papers // demo.shards // 1000),
        runtime=4 * 60,
    params:
        n_shards=demo.shards,
        n_bulk=demo.bulk_shards,
        code=code_digest("write_demo_shards.py"),
    message:
        "Writing the demo corpus in shards"
    script:
        "../../scripts/write_demo_shards.py"
