"""Compare model judges with people and with each other; in a demo an imagined one."""

from pathlib import Path

from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import read_scheme
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.stored_runs import read_run
from paperpool.extras.judges.board import make_board
from paperpool.extras.judges.grade_files import read_judges
from paperpool.io.tables import write_csv, write_table
from paperpool.workflow.annotation.further import further_table
from paperpool.workflow.annotation.material import collection_material, read_material
from paperpool.workflow.running.scripts import running

with running(snakemake):
    files = snakemake.input
    params = snakemake.params

    # an import may still lack pairs; folds are not needed here
    collection = read_collection(Path(files.annotated[0]).parent, evaluable=False)
    material = read_material(
        read_scheme(files.scheme),
        files.collection,
        files.pools,
        files.queries,
        files.papers,
        files.sentences,
        files.labels,
    )
    if files.plan:
        from paperpool.extras.demo.corpus_plan import load_plan  # an extra, which may be left out
        from paperpool.extras.demo.simulated_annotators import write_judge

        write_judge(material.items(), load_plan(files.plan), snakemake.output.simulated)

    asked = {*material.items(), *collection_material(collection).items()}
    judges = read_judges(params.judges, asked, collection.scheme)
    runs = {}
    for ranker, path in zip(params.rankers, files.runs, strict=True):
        runs[ranker] = read_run(path)
    tables = make_board(collection, runs, judges, Resampling(**params.resampling))
    grades = {name: judge.grades for name, judge in judges.items()}
    write_table(snakemake.output.grades, further_table(grades))
    for name, table in tables.items():
        write_csv(snakemake.output[name], table)
