"""Rank the candidates of a collection with some rankers, and write their runs."""

import numpy as np
import pyarrow.parquet as pq

from paperpool.evaluation.run_checks import check_run, report_checks
from paperpool.files import temporary_folder, write_json
from paperpool.models.cache import ArrayCache
from paperpool.rankers.formats import FORMATS, share_files
from paperpool.rankers.ranker import Tools
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.known_vectors import KnownVectors
from paperpool.scripts import running
from paperpool.tables import write_csv


def read_known(files):
    """Return the vectors of the papers of large pools, where the job is given any."""
    if not files.get("known"):
        return None
    ids = pq.read_table(files.papers, columns=["paper_id"]).column("paper_id")
    vectors, *starts = (np.load(path, mmap_mode="r", allow_pickle=False) for path in files.known)
    return KnownVectors(ids, vectors, *starts)


with (
    running(snakemake) as logger,
    temporary_folder(snakemake.resources.tmpdir) as folder,
):
    inputs, output, params = snakemake.input, snakemake.output, snakemake.params
    benchmark = FORMATS[params.benchmark]
    collection = benchmark.read(inputs)
    if inputs.get("first"):
        first = benchmark.read_run("", {"runs": [inputs.first]}, collection)
        collection = collection.narrow(
            {pair: [i for i, _ in ranking[: params.depth]] for pair, ranking in first.items()}
        )
    members = params.get("members", [])
    of_members = {n: files for n, files in inputs.items() if n.endswith(("runs", "scores"))}
    tools = Tools(
        collection=snakemake.wildcards.get("collection", ""),
        folder=folder,
        cache=ArrayCache(params.cache) if params.get("cache") else None,
        known=read_known(inputs),
        word_vectors=inputs.get("vectors") or None,
        votes=inputs.get("votes") or "",
        members={
            name: benchmark.read_run(name, share_files(of_members, i, len(members)), collection)
            for i, name in enumerate(members)
        },
        stdout=snakemake.log.get("stdout", ""),
        stderr=snakemake.log.get("stderr", ""),
        **params.get("tools", {}),
    )
    for i, (name, settings) in enumerate(params.rankers.items()):
        tools.name, tools.trained = name, params.get("trained", {}).get(name)
        run = make_ranker(settings).rank(collection, tools)
        files = share_files(output, i, len(params.rankers))
        if "checks" in files:
            where = settings.get("path") or f"the run that rankers.{name}.command wrote"
            checked = check_run(name, where, run, collection)
            found = report_checks(checked, params.strict, params.refuses_doubts)
            write_json(files["checks"][0], found)
            run = checked.run
        benchmark.write(run, collection, files)
    for name, table in tools.tables.items():
        write_csv(output[name], table)
    for note in tools.notes:
        logger.info("%s", note)
