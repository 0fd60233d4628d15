"""Measure how far annotators agree and describe the grades of a collection."""

from pathlib import Path
from typing import Any

from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.published import is_released_collection, read_cells
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.adjudication import read_grades
from paperpool.workflow.annotation.agreement import (
    count_facet_pairs,
    measure_agreement,
    measure_overruled,
)
from paperpool.workflow.annotation.collection_statistics import describe_collection
from paperpool.workflow.annotation.pool_sources import count_source_grades
from paperpool.workflow.running.scripts import running

with running(snakemake):
    files = snakemake.input
    output = snakemake.output

    # an import may still lack pairs; folds are not needed here
    collection = read_collection(Path(files.collection[0]).parent, evaluable=False)
    # annotators are compared before their pairs are complete
    judgments = read_grades(files.grades) if files.grades else collection.judgments
    agreement: dict[Any, float] = {}
    statistics: dict[Any, float] = {}
    if is_released_collection(files.released_queries, [pair_name(*pair) for pair in judgments]):
        agreement = read_cells(files.published_agreement, ("facet", "stage", "measure"))
    names = [pair_name(*pair) for pair in collection.pairs()]
    if is_released_collection(files.released_queries, names):
        statistics = read_cells(files.published_statistics, ("statistic", "aggregate"))
    write_csv(output.agreement, measure_agreement(judgments, collection.scheme, agreement))
    write_csv(output.overruled, measure_overruled(judgments, collection.scheme, statistics))
    write_csv(output.collection, describe_collection(collection, statistics))
    write_csv(output.facet_pairs, count_facet_pairs(collection))
    write_csv(output.source_grades, count_source_grades(collection))
