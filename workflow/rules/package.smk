"""Where the library and the files of this workflow are. No rules here.

The library `paperpool` is that of the checkout that this file lies in. A Snakefile that comes from
a git repository has no checkout: there the installed one is taken.
"""

import os
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.sourcecache import LocalSourceFile

SOURCE = workflow.current_basedir
"""The folder of this file, wherever Snakemake reads it from."""

IS_CHECKOUT = isinstance(SOURCE, LocalSourceFile)
"""Whether it is a folder on this machine."""


SCRIPTS = str(Path(SOURCE.path).resolve().parent / "scripts") if IS_CHECKOUT else None
"""The folder of the checkout's library and scripts."""

if IS_CHECKOUT and SCRIPTS not in sys.path:
    sys.path.insert(0, SCRIPTS)


def find_file(path):
    """Return where a file of the workflow can be read, given by its path from this folder."""
    if IS_CHECKOUT:
        return os.path.relpath(os.path.normpath(os.path.join(SOURCE.path, path)))
    return str(workflow.source_path(path))


def name_origin():
    """Return what pip installs the package of this workflow from."""
    if IS_CHECKOUT:
        return os.path.relpath(Path(SOURCE.path).parents[1])
    if hasattr(SOURCE, "host"):
        return f"git+https://{SOURCE.host}/{SOURCE.repo}@{SOURCE.ref}"
    return "git+<the repository of this workflow>"


def name_install():
    """Return the command that installs what this workflow imports."""
    if IS_CHECKOUT:
        return f'pip install "{name_origin()}[workflow,encoders]"'
    return f'pip install "paperpool[workflow,encoders] @ {name_origin()}"'


try:
    import paperpool.config.loading
    import paperpool.corpus.sources
    import paperpool.provenance
    import paperpool.shell
except ModuleNotFoundError as error:
    raise WorkflowError(
        f"The package {error.name.partition('.')[0]} is not installed, which this workflow needs.\n"
        f"  Where: {sys.executable}, the Python that runs Snakemake\n"
        f"  Hint: {name_install()}"
    ) from None


def refuse_git_files():
    """Raise an error where Snakemake cannot find scripts: those of a path that begins git+file."""
    try:
        SOURCE.join(LocalSourceFile("../scripts"))
    except TypeError:
        raise WorkflowError(
            "This version of Snakemake cannot run scripts of a workflow that is given as git+file.\n"
            f"  Where: {SOURCE}\n"
            f"  Hint: give the path {os.path.join(SOURCE.repo_path, 'workflow', 'Snakefile')}, or "
            "name a hosted repository by github(...) or gitlab(...)."
        ) from None


refuse_git_files()

if (
    IS_CHECKOUT
):  # Snakemake puts the folder of a script behind the packages that are installed
    paperpool.shell.import_first(SCRIPTS)

PACKAGE = Path(os.path.relpath(Path(paperpool.__file__).parent))
"""The library, from the working directory."""


def code_digest(script, modules=()):
    """Return a digest of a script of the workflow, and of all of the library that it imports."""
    path = find_file(f"../scripts/{script}")
    return paperpool.provenance.code_digest(path, modules)
