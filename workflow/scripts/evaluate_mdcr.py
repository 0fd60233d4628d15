"""Score every ranker on MDCR's large pools and on its benchmark, and write the tables."""

from pathlib import Path

from paperpool.collections.mdcr_benchmark import SPLITS, find_oddities, read_benchmark
from paperpool.evaluation.doubts import gather_checks
from paperpool.evaluation.pair_scores import order_pools
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import figures_beside, published_name, read_figures
from paperpool.evaluation.tables import EvaluationRows, write_evaluation
from paperpool.files import read_json, write_json
from paperpool.mdcr.evaluation import Paired, add_benchmark, add_large_scale
from paperpool.mdcr.names import LEVELS
from paperpool.scripts import running

with running(snakemake) as logger:
    files, params = snakemake.input, snakemake.params
    names = {name: published_name(setting, "mdcr") for name, setting in params.rankers.items()}
    figures = read_figures(files.published, params.comparable)
    published = figures_beside(figures, names, ("benchmark", "ranker", "slice", "measure"))
    paired = Paired(params.baselines, Resampling(**params.resampling))
    rows = EvaluationRows()
    checks = {Path(file).stem: read_json(file) for file in files.checks}
    for level in LEVELS:
        runs = dict(zip(params.runs.get(level, []), files.get(f"{level}_runs", []), strict=True))
        if runs:
            add_large_scale(rows, level, runs, files.queries, files.cited, paired, published)
    for split in SPLITS:
        paths = iter(files.get(f"{split}_scores", []))
        scores = {
            ranker: [next(paths) for _ in range(n_runs)]
            for ranker, n_runs in params.scores.get(split, {}).items()
        }
        if scores:
            benchmark = read_benchmark(files[split])
            for oddity in find_oddities(benchmark, params.positives):
                logger.warning("%s: %s", files[split], oddity)
            read = {ranker: list(map(read_json, runs)) for ranker, runs in scores.items()}
            add_benchmark(rows, split, benchmark, read, paired, published)
            if split == "test" and checks:
                ordered = {name: order_pools(runs[0], benchmark) for name, runs in read.items()}
                for doubt in gather_checks(checks, ordered, params.refuses_doubts):
                    logger.warning("%s", doubt)
    write_json(snakemake.output.checks, checks)
    write_evaluation(
        rows.tables(),
        snakemake.output.metrics,
        snakemake.output.per_query,
        snakemake.output.significance,
    )
