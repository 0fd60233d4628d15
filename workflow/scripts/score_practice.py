"""Compare the annotators' practice with the settled grades."""

from paperpool.collections.schemes import read_scheme
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.practice import (
    PRACTICE,
    group_grades,
    list_differences,
    read_settled,
    score_practice,
    tell_results,
)
from paperpool.workflow.running.scripts import running

with running(snakemake):
    files = snakemake.input
    output = snakemake.output

    settled = read_settled(files.settled)
    scheme = read_scheme(files.scheme)
    exports = read_exports(files.exports, [pair.item for pair in settled], scheme, [PRACTICE])
    grades = group_grades(exports.rows)
    scores = score_practice(grades, settled, snakemake.params.threshold, scheme)
    write_csv(output.scores, scores)
    write_csv(output.pairs, list_differences(grades, settled))
    tell_results(scores)
