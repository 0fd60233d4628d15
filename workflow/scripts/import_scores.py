"""Read somebody's scores of MDCR's pairs, check them against the benchmark, and store them."""

from paperpool.collections.mdcr_benchmark import read_benchmark
from paperpool.errors import UserError
from paperpool.evaluation.doubts import find_score_doubts
from paperpool.evaluation.pair_scores import check_scores, pair_keys, read_scores, write_scores
from paperpool.evaluation.stored_doubts import store_doubts
from paperpool.io.files import write_json
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    name = snakemake.wildcards.ranker
    path = snakemake.input.scores

    benchmark = read_benchmark(snakemake.input.benchmark)
    read = read_scores(name, path)
    keys = pair_keys(benchmark)
    scores, notes = check_scores(name, path, read, keys, snakemake.params.strict)
    for note in notes:
        logger.warning("%s", note)
    doubts = find_score_doubts(name, path, scores, benchmark)
    if doubts and snakemake.params.refuses_doubts:
        raise UserError(doubts)
    write_json(snakemake.output.checks, {"problems": notes, "doubts": store_doubts(doubts)})
    write_scores(scores, snakemake.output.scores)
