"""Fuse the runs of a fusion's members, of the candidates and of all papers."""

from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.evaluation.stored_runs import read_run, write_run
from paperpool.io.tables import write_csv
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.formats import FORMATS
from paperpool.workflow.running.scripts import running

with running(snakemake):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    benchmark = FORMATS[params.benchmark]
    collection = benchmark.read(inputs)
    [(name, settings)] = params.rankers.items()
    ranker = make_ranker(settings)

    context = Context(name, members=benchmark.read_members(inputs, params.members, collection))
    run = ranker.rank(collection, context)
    files = benchmark.files_of_run(output, 0)
    benchmark.write(run, collection, files)
    for table, frame in context.tables.items():
        write_csv(output[table], frame)

    if "corpus" in files:
        searched = dict(zip(params.members, map(read_run, inputs.searched), strict=True))
        in_corpus = ranker.rank(open_corpus(collection), Context(name, members=searched))
        write_run(in_corpus, files["corpus"][0])
