"""Read somebody's scores of MDCR's pairs, check them against the benchmark, and store them."""

from paperpool.collections.mdcr_benchmark import read_benchmark
from paperpool.evaluation.pair_scores import check_scores, read_scores, write_scores
from paperpool.files import write_json
from paperpool.scripts import running

with running(snakemake) as logger:
    name, path = snakemake.wildcards.ranker, snakemake.params.path
    scores, notes = check_scores(
        name,
        path,
        read_scores(name, path),
        read_benchmark(snakemake.input.benchmark),
        snakemake.params.strict,
    )
    for note in notes:
        logger.warning("%s", note)
    write_json(snakemake.output.checks, {"problems": notes})
    write_scores(scores, snakemake.output.scores)
