"""Where the library of this workflow is: in the checkout that this file lies in. No rules here.

A Snakefile that comes from a git repository has no checkout: there the installed one is taken.
"""

import os
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.sourcecache import LocalSourceFile

origin = workflow.current_basedir
is_checkout = isinstance(origin, LocalSourceFile)
library = str(Path(origin.path).resolve().parent / "scripts") if is_checkout else None
source = "git+<the repository of this workflow>"

if is_checkout:
    source = os.path.relpath(Path(origin.path).parents[1])
    if library not in sys.path:
        sys.path.insert(0, library)
elif hasattr(origin, "host"):
    source = f"git+https://{origin.host}/{origin.repo}@{origin.ref}"

try:
    import paperpool.workflow.corpus.sources
    import paperpool.workflow.running.private_parts
    import paperpool.shell
    import paperpool.workflow.snakefile
except ModuleNotFoundError as error:
    extras = "[workflow,encoders]"
    installed = f"{source}{extras}" if is_checkout else f"paperpool{extras} @ {source}"
    raise WorkflowError(
        f"The module {error.name} is not installed, which this workflow needs.\n"
        f"  Where: {sys.executable}, the Python that runs Snakemake\n"
        f'  Hint: pip install "{installed}"'
    ) from None

if is_checkout:  # Snakemake puts it behind the packages that are installed
    paperpool.shell.import_first(library)

paperpool.workflow.running.private_parts.quote_python()

# OpenMP's threads that wait for work by spinning take the time of other jobs' threads.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
