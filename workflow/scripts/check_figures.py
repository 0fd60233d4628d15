"""Compare the scores of a run with those that are expected of its configuration."""

from paperpool.evaluation.expected import (
    check_figures,
    count_outcomes,
    describe,
    read_expected,
    require_scores,
)
from paperpool.io.tables import write_csv
from paperpool.workflow.running.scripts import running

with running(snakemake) as logger:
    inputs = snakemake.input
    params = snakemake.params

    expected = read_expected(inputs.expected)
    expected = expected[expected["config"] == params.run]
    checked = check_figures(expected, dict(zip(params.tables, inputs.tables, strict=True)))
    for line in describe(checked, ("close", "failed", "missing")):
        logger.warning("%s", line)
    logger.info("%s.", count_outcomes(checked))
    write_csv(snakemake.output.checked, checked)
    require_scores(checked, ", ".join(inputs.tables))
