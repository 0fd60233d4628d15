"""The figures that are expected of a run, and its tables that hold them. No rules here."""

from paperpool.evaluation.expected import read_expected

EXPECTED = sorted(str(file) for file in (SHIPPED / "expected").glob("*.csv"))
"""Our own figures on real data."""


def expected_tables():
    """Return the tables below the results of which figures are expected, sorted."""
    figures = [one for path in EXPECTED for one in read_expected(path)]
    return sorted({one.table for one in figures if one.config == config["run"]})


EXPECTED_TABLES = expected_tables()


def checked_tables(wildcards):
    """Return the files of these tables; an error where no figures are expected of this run."""
    if not EXPECTED_TABLES:
        what = f"No figures are expected of run {config['run']!r}."
        hint = "check_figures is for config/csfcube.yaml and config/mdcr-acl.yaml."
        raise UserError(Problem(what, ", ".join(EXPECTED), hint))
    return [f"{RESULTS}/{table}" for table in EXPECTED_TABLES]
