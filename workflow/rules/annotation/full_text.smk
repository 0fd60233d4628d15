"""A second pass from the full texts: the effect of grading from abstracts alone.

15 pairs of each facet are drawn, which are 45 of CSFCube's three facets, as in its appendix B. Their
tasks are made on request, for two passes of annotators: one reads abstracts, the other full texts.
annotation.full_text names the exports of both. A settled grade is final: both annotators gave it,
or an adjudicator.

`get_error_without_data` gives no file, but an error if there is nothing to grade: neither
data.csfcube nor pools that can be drawn. A demo makes both.
"""


rule full_text:
    """Measure how grades from the full texts differ. Asks for the drawn pairs, the tasks of both
    passes with their labelling configuration, and the table of agreement if annotation.full_text
    names exports from full texts."""
    input:
        run.annotation.get_error_without_data,
        "<results>/annotation/full_text/pairs.csv",
        "<results>/annotation/full_text/abstract_tasks.json",
        "<results>/annotation/full_text/full_text_tasks.json",
        "<results>/annotation/full_text/config.xml",
        "<results>/annotation/full_text_agreement.csv" if run.annotation.has_full_texts else [],


rule draw_full_text_pairs:
    """Draw pairs that have a settled grade (`pairs`), and write their tasks twice: with abstracts,
    and with links to full texts. The pairs are of annotation/release/, the collection made of
    annotation.exports (of the imagined ones in a demo). Without exports they are of the run's own
    collection, data.csfcube; a run without either, such as one with drawn pools alone, ends in an
    error. So does one with too few graded candidates. `config` is the labelling configuration of
    Label Studio, the same for both passes. One job."""
    input:
        collection=run.annotation.get_annotated_collection,
    output:
        pairs="<results>/annotation/full_text/pairs.csv",
        abstracts="<results>/annotation/full_text/abstract_tasks.json",
        full_texts="<results>/annotation/full_text/full_text_tasks.json",
        config="<results>/annotation/full_text/config.xml",
    log:
        "<logs>/draw_full_text_pairs.log",
    benchmark:
        "<benchmarks>/draw_full_text_pairs.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        seed=run.settings.seed,
        code=code_digest("draw_full_text_pairs.py"),
    message:
        "Drawing pairs to be graded from abstracts and from full texts"
    script:
        "../../scripts/draw_full_text_pairs.py"


rule measure_full_text:
    """Compare the grades that annotators gave to the drawn pairs from abstracts with those from
    full texts, and with the published agreement. Reads the exports of both passes; a run without
    them ends in an error. `agreement` has correlation and agreement by facet, and the median
    seconds of each pass. One job."""
    input:
        scheme=run.scheme_file,
        abstracts=run.annotation.get_abstract_exports,
        full_texts=run.annotation.get_full_text_exports,
        pairs="<results>/annotation/full_text/pairs.csv",
        published=shipped("published/csfcube_full_text.csv"),
    output:
        agreement=in_report(
            "<results>/annotation/full_text_agreement.csv", "abstracts and full texts"
        ),
    log:
        "<logs>/measure_full_text.log",
    benchmark:
        "<benchmarks>/measure_full_text.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        code=code_digest("measure_full_text.py"),
    message:
        "Measuring how far grades from abstracts and from full texts agree"
    script:
        "../../scripts/measure_full_text.py"
