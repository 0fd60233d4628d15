"""The figures that are expected of a run, and its tables that hold them. No rules here."""

from paperpool.evaluation.expected import read_expected

EXPECTED = sorted(str(file) for file in (SHIPPED / "expected").glob("*.csv"))
"""Our own figures on real data."""


EXPECTED_OF = sorted(
    {(one.config, one.table) for path in EXPECTED for one in read_expected(path)}
)
"""The runs of which figures are expected, and their tables below the results that hold these."""

EXPECTED_TABLES = [table for run, table in EXPECTED_OF if run == config["run"]]


def checked_tables(wildcards):
    """Return the files of these tables; an error where no figures are expected of this run."""
    if not EXPECTED_TABLES:
        what = f"No figures are expected of run {config['run']!r}."
        runs = ", ".join(sorted({run for run, _ in EXPECTED_OF}))
        hint = f"check_figures is for the runs {runs} (docs/results.md)."
        raise UserError(Problem(what, ", ".join(EXPECTED), hint))
    return [f"{RESULTS}/{table}" for table in EXPECTED_TABLES]
