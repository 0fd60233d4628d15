"""Choose the models, find graph neighbours and build MDCR's benchmark."""

from paperpool.io.tables import write_csv
from paperpool.workflow.corpus.database import connect, memory_limit
from paperpool.workflow.corpus.neighbours import CITED, CITING, Neighbours
from paperpool.workflow.mdcr.building import BenchmarkSettings, build_benchmark
from paperpool.workflow.mdcr.corpus import load_corpus, load_queries
from paperpool.workflow.mdcr.graph import find_graph_candidates
from paperpool.workflow.mdcr.models import choose_models, compare_models
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    output = snakemake.output

    params = snakemake.params

    runs = dict(zip(params.rankers, inputs.runs, strict=True))
    settings = params.settings
    limit = memory_limit(snakemake.resources.mem_mb)
    with connect(limit, snakemake.resources.tmpdir, snakemake.threads) as database:
        load_corpus(database, inputs.papers, params.seed)
        load_queries(database, inputs.queries, inputs.cited, inputs.twins)
        jaccard = compare_models(database, runs, settings["model_top"])
        models = choose_models(jaccard, params.rankers, params.pinned)
        chosen = models.loc[models["chosen"], "ranker"].tolist()
        logger.info("Models: %s", ", ".join(chosen))
        cites = Neighbours(inputs.cites, CITING)
        cited_by = Neighbours(inputs.cited_by, CITED)
        n = find_graph_candidates(database, cites, cited_by, settings["negatives"], output.graph)
        logger.info("%d graph candidates.", n)
        short = build_benchmark(
            database, BenchmarkSettings(models=chosen, **settings), runs, output.graph, output
        )
    for kind, n in sorted(short.items()):
        logger.info("%d queries have too few candidates of type %s.", n, kind)
    write_csv(output.jaccard, jaccard)
    write_csv(output.models, models)
