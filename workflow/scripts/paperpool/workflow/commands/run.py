"""``paperpool run [TARGET] [snakemake arguments]``: Snakemake, with the errors printed last."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from paperpool.commands.outputs import Input, check_outputs
from paperpool.errors import Problem, UserError
from paperpool.io.os_errors import explain_os_error
from paperpool.io.yaml_files import load_yaml
from paperpool.workflow.running.failures.records import INTERRUPTED, watch_snakemake

ABOUT = "Run the workflow with snakemake; after a failure the last lines say what went wrong."

TAKES_REST = True

_SNAKEFILE = Path("workflow", "Snakefile")

_PROFILE = Path("profiles", "default")

_INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the one argument that is ours; all others are Snakemake's."""
    parser.usage = "paperpool run [TARGET] [-s FILE] [snakemake arguments]"
    add_snakefile(parser)


def add_snakefile(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the workflow."""
    parser.add_argument(
        "-s",
        "--snakefile",
        metavar="FILE",
        help="the workflow; by default workflow/Snakefile here, else that of the checkout",
    )


def execute(arguments: argparse.Namespace, unparsed: list[str]) -> int:
    """Run Snakemake with the arguments ``unparsed`` in this process; return its exit status.

    After a failure the errors, their places and hints are printed last, on standard error. Raises
    UserError if there is no workflow to start.
    """
    snakefile = find_snakefile(arguments.snakefile, Path.cwd(), Path(__file__))
    words = ["--snakefile", snakefile, *_profile_of(Path(snakefile), unparsed), *unparsed]
    main = _import_main(words)

    watching = watch_snakemake(is_silent=True)
    try:
        status = _call(main, words)
    except KeyboardInterrupt:
        print(INTERRUPTED, file=sys.stderr)
        return _INTERRUPTED

    if status:
        hint = "Read the lines above; `snakemake --help` lists its arguments."
        unknown = Problem("Snakemake stopped.", "its own lines, above", hint)
        print(f"\n{watching.message() or unknown}", file=sys.stderr, flush=True)
    return status


def find_snakefile(named: str | None, folder: Path, module: Path) -> str:
    """Return the Snakefile: the named one, else that below ``folder``, else the checkout's.

    ``module`` is a file of the package; an address is left to Snakemake. UserError without a file.
    """
    if named is not None:
        if "://" in named or Path(named).is_file():
            return named
        hint = "Name a workflow's Snakefile, or leave --snakefile out."
        raise UserError(Problem("There is no such Snakefile.", named, hint))

    for checkout in (folder, *module.resolve().parents):
        if (checkout / _SNAKEFILE).is_file():
            return str(checkout / _SNAKEFILE)
    hint = "Call it in a checkout of paperpool, or name the workflow with --snakefile."
    raise UserError(Problem("There is no workflow here.", str(folder / _SNAKEFILE), hint))


def _profile_of(snakefile: Path, unparsed: Sequence[str]) -> list[str]:
    """Return the argument that names the checkout's profile, if Snakemake would not find it."""
    profile = snakefile.parent.parent / _PROFILE
    is_found = _PROFILE.exists() or (snakefile.parent / _PROFILE).exists()
    is_named = any(word.startswith("--workflow-profile") for word in unparsed)
    if is_found or is_named or not profile.exists():
        return []
    return ["--workflow-profile", str(profile)]


def parse_words(words: Sequence[str]) -> argparse.Namespace:
    """Return Snakemake's arguments as Snakemake reads them; UserError if it does not take them."""
    try:
        from snakemake.cli import get_argument_parser
    except ModuleNotFoundError as error:
        hint = "Install it with the package, in its clone: pip install '.[workflow]'"
        raise UserError(Problem("Snakemake is not installed.", sys.executable, hint)) from error

    parser = get_argument_parser()
    parser.error = _refuse_arguments
    return parser.parse_args(words)


def _import_main(words: Sequence[str]):
    """Return Snakemake's entry, once its arguments and the overlays they name can be read."""
    parsed = parse_words(words)
    overlays = parsed.configfile or []
    _check_outputs(parsed, words, overlays)
    for overlay in overlays:
        _check_overlay(overlay, overlays)
        load_yaml(overlay)  # Snakemake reads them too, and says less of what is wrong
    _check_cache()

    from snakemake.cli import main

    return main


def _check_cache() -> None:
    """Raise UserError if Snakemake cannot write its cache, as where the user has no home."""
    from snakemake.common import get_appdirs

    folder = Path(get_appdirs().user_cache_dir)
    existing = next(path for path in (folder, *folder.parents) if os.access(path, os.F_OK))
    if not os.access(existing, os.W_OK | os.X_OK):
        hint = "Name a folder that you may write: export XDG_CACHE_HOME=FOLDER"
        raise UserError(Problem("Snakemake cannot write its cache.", str(folder), hint))


def _check_overlay(overlay: Path, overlays: Sequence[Path]) -> None:
    """Raise UserError if an overlay is no file; a target may stand in its place."""
    if overlay.exists() and not overlay.is_dir():
        return
    if overlay.suffix in (".yaml", ".yml"):
        hint = "Correct the path. A target goes before --configfile, which takes what follows."
        raise UserError(Problem("There is no such overlay.", str(overlay), hint))
    files = " ".join(str(other) for other in overlays if other.is_file()) or "FILE"
    message = (
        f"There is no overlay {str(overlay)!r}: --configfile takes every word that follows it."
    )
    hint = f"A target goes before --configfile: paperpool run {overlay} --configfile {files}"
    raise UserError(Problem(message, "--configfile", hint))


def _check_outputs(
    parsed: argparse.Namespace, words: Sequence[str], overlays: Sequence[Path]
) -> None:
    """Raise UserError if a file that Snakemake is to write is an overlay or the Snakefile."""
    outputs = {}
    for option in ("report", "archive", "export_cwl", "runtime_profile"):
        named = getattr(parsed, option, None)
        if named is not None:
            outputs[f"--{option.replace('_', '-')}"] = str(named)

    inputs = [Input(f"--configfile {overlay}", overlay) for overlay in overlays]
    snakefile = words[words.index("--snakefile") + 1]
    inputs.append(Input(f"--snakefile {snakefile}", Path(snakefile)))
    check_outputs(outputs, inputs)


def _refuse_arguments(message: str) -> NoReturn:
    hint = "`snakemake --help` lists the arguments."
    reason = f"Snakemake does not take these arguments: {message}."
    raise UserError(Problem(reason, "the command line", hint))


def _call(main, words: Sequence[str]) -> int:
    """Return the status of Snakemake's entry."""
    try:
        main(words)
    except SystemExit as ended:
        if isinstance(ended.code, int):
            return ended.code
        return 0 if ended.code is None else 1  # a text is a message of an error
    except OSError as error:
        problem = explain_os_error(error, "Snakemake's own files")
        raise UserError(problem) from error
    return 0
