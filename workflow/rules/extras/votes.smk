"""The votes of several judges on users' collections: agreement, outliers, and orders of rankers."""

from paperpool.collections.collection import STORED_FILES
from paperpool.extras.votes.plan import TABLES, VotesPlan

votes = VotesPlan(run)


rule votes:
    """Measure how far the judges of collections agree, and the order of rankers by each of them."""
    input:
        votes.get_error_without_data,
        collect(
            "<results>/collections/{collection}/votes/{table}.csv",
            collection=votes.collections,
            table=TABLES,
        ),


rule measure_votes:
    """Compare the judges of a collection with each other: two and two (`pairs`), each with the
    others (`judges`), and the order of rankers by each with that by the collection's grades
    (`orders`, of `scores`). One job for each collection with votes."""
    input:
        votes="<results>/collections/{collection}/votes.parquet",
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        runs=collect(
            "<results>/collections/{{collection}}/runs/{ranker}.parquet",
            ranker=run.collections.get_rankers,
        ),
    output:
        pairs=in_report("<results>/collections/{collection}/votes/pairs.csv", "judges: two and two"),
        judges=in_report("<results>/collections/{collection}/votes/judges.csv", "judges"),
        orders="<results>/collections/{collection}/votes/orders.csv",
        scores="<results>/collections/{collection}/votes/scores.csv",
    log:
        "<logs>/measure_votes/{collection}.log",
    benchmark:
        "<benchmarks>/measure_votes/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(votes.collections),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=20,
    params:
        resampling=run.resampling,
        code=code_digest("measure_votes.py"),
    message:
        "Comparing the judges of {wildcards.collection}"
    script:
        "../../scripts/measure_votes.py"
