"""The packages that jobs import and the plan does not: Snakemake brings none of them."""

import sys
from importlib.util import find_spec

from paperpool.errors import Problem, UserError, name_some

PACKAGES = ("numpy", "pandas", "pyarrow")
"""A Python without one of these runs no job."""

_HINT = (
    "Install the package there with what it needs (docs/installing.md), or let Snakemake make the "
    "environment of each rule: --sdm conda."
)


def refuse_missing_packages() -> None:
    """Raise UserError if this Python cannot run the jobs that it plans."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        message = f"Jobs cannot run here, without {name_some(missing)}."
        raise UserError(
            Problem(message, f"{sys.executable}, the Python that runs Snakemake", _HINT)
        )
