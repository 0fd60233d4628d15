"""Are citations relevance? Links by citations beside people's grades, and MDCR beside both.

A collection is measured if its documents are files of the corpus too.
"""

from paperpool.collections.collection import STORED_FILES
from paperpool.extras.citations_and_relevance.plan import CitationsAndRelevancePlan

relevance = CitationsAndRelevancePlan(run)


rule citations_and_relevance:
    """Measure whether papers that are linked by citations are relevant to the same questions."""
    input:
        relevance.get_error_without_data,
        "<results>/corpus/summary.json",
        "<results>/citations_and_relevance/metrics.csv",


rule measure_relations:
    """Measure each relation of papers by citations (`links` counts its pairs), and neighbours by text:
    `runs` rank the papers for papers, empty without a collection that asks by them. One job for
    each measured collection."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        citations=collect("<results>/corpus/citations/{shard}.parquet", shard=run.corpus.get_shards),
        runs=relevance.get_asking_runs,
    output:
        relations=in_report(
            "<results>/citations_and_relevance/{collection}/relations.csv", "relations"
        ),
        links="<results>/citations_and_relevance/{collection}/links.csv",
    log:
        "<logs>/measure_relations/{collection}.log",
    benchmark:
        "<benchmarks>/measure_relations/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(relevance.measured),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        prefix=relevance.get_prefix,
        resampling=run.resampling,
        code=code_digest("measure_relations.py"),
    message:
        "Measuring citations beside the grades of {wildcards.collection}"
    script:
        "../../scripts/measure_relations.py"


rule compare_with_citations:
    """Compare MDCR built on the papers with people's judgments (of `asking`, whose queries are papers):
    the candidates of each type, and the order of rankers on both sides (`orders`, of `rankers`).
    `cited` and `judged` are the scores of each query. One job."""
    input:
        benchmark="<results>/mdcr/mdcr_test.json",
        cited="<results>/mdcr/per_query.parquet",
        judged=collect(
            "<results>/collections/{collection}/per_query.parquet",
            collection=relevance.compared,
        ),
        asking=collect(
            "<results>/collections/{collection}/steps/{file}",
            collection=relevance.asking[:1],
            file=STORED_FILES,
        ),
    output:
        candidates=in_report(
            "<results>/citations_and_relevance/candidates.csv", "candidates by strategy"
        ),
        orders=in_report("<results>/citations_and_relevance/orders.csv", "orders of rankers"),
        rankers="<results>/citations_and_relevance/rankers.csv",
    log:
        "<logs>/compare_with_citations.log",
    benchmark:
        "<benchmarks>/compare_with_citations.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        collections=relevance.compared,
        asking=relevance.asking,
        prefix=relevance.prefix_of_asking,
        trained_on=relevance.trained_on,
        resampling=run.resampling,
        code=code_digest("compare_with_citations.py"),
    message:
        "Comparing MDCR with people's judgments"
    script:
        "../../scripts/compare_with_citations.py"


rule measure_known_citations:
    """Measure how many of the candidates that CSFCube's queries cite people call relevant. One job."""
    input:
        collection=run.csfcube.get_released_files,
    output:
        table="<results>/citations_and_relevance/known_citations.csv",
    log:
        "<logs>/measure_known_citations.log",
    benchmark:
        "<benchmarks>/measure_known_citations.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=10,
    params:
        resampling=run.resampling,
        code=code_digest("measure_known_citations.py"),
    message:
        "Counting the candidates that queries cite by their grades"
    script:
        "../../scripts/measure_known_citations.py"


rule list_relevance_figures:
    """List the figures of all these tables, and of the judges' votes, in the form of scores. One job."""
    input:
        relations=collect(
            "<results>/citations_and_relevance/{collection}/{table}.csv",
            collection=relevance.measured,
            table=["relations", "links"],
        ),
        beside=collect(
            "<results>/citations_and_relevance/{table}.csv", table=relevance.tables_beside
        ),
        votes=collect(
            "<results>/collections/{collection}/votes/{table}.csv",
            collection=relevance.voted,
            table=["judges", "pairs", "orders"],
        ),
    output:
        metrics="<results>/citations_and_relevance/metrics.csv",
    log:
        "<logs>/list_relevance_figures.log",
    benchmark:
        "<benchmarks>/list_relevance_figures.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=code_digest("list_relevance_figures.py"),
    message:
        "Listing the figures on citations and relevance"
    script:
        "../../scripts/list_relevance_figures.py"
