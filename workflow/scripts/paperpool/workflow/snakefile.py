"""Read the configuration for the Snakefile, and guard the results.

One process at a time may write a run's results, and a killed one needs no repair.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any

import psutil
from snakemake.exceptions import WorkflowError
from snakemake.io import report, temp
from snakemake.logging import logger
from snakemake.sourcecache import LocalSourceFile

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.errors import Problem, UserError
from paperpool.io.files import remove_leftovers
from paperpool.resources import shipped
from paperpool.workflow.config.checks import check_config
from paperpool.workflow.config.loading import fill_defaults, list_notes, load_config
from paperpool.workflow.config.named_runs import describe_winning_run
from paperpool.workflow.plan.closing_warnings import list_warnings
from paperpool.workflow.plan.run import Run
from paperpool.workflow.running.ending import ENDING
from paperpool.workflow.running.failures.records import watch_snakemake
from paperpool.workflow.running.failures.targets import Targets
from paperpool.workflow.running.job_packages import refuse_missing_packages
from paperpool.workflow.running.manifest import refuse_changed_run
from paperpool.workflow.running.private_parts import (
    find_executor,
    lift_rate_limit,
    list_path_changes,
    wrap_onstart,
)
from paperpool.workflow.running.provenance import code_digest
from paperpool.workflow.running.slurm.executor import prepare_executor

if TYPE_CHECKING:
    from snakemake.workflow import Workflow

_HELD: dict[Path, IO[str]] = {}
"""The locks that this process holds until it ends."""


def hold_until_end(path: str | Path, guarded: str) -> None:
    """Lock the file ``path`` until this process ends, however it ends, unless it holds it already.

    Raises UserError when another process holds it; ``guarded`` names the guarded files.
    """
    path = Path(path).resolve()
    if path in _HELD:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        hint = "Wait for it to end, or give this run a name of its own (run: in the configuration)."
        message = "Another process is writing these results."
        raise UserError(Problem(message, guarded, hint)) from None
    _HELD[path] = file


class RuleFiles:
    """The folder of the Snakefile, from any place that Snakemake reads it from.

    Raises WorkflowError if scripts beside it cannot be found, as with a git+file path.
    """

    def __init__(self, workflow: Workflow) -> None:
        self.workflow = workflow
        self.source = workflow.current_basedir
        try:
            self.source.join(LocalSourceFile("scripts"))
        except TypeError:
            path = Path(self.source.repo_path, "workflow", "Snakefile")
            raise WorkflowError(
                "This version of Snakemake cannot run scripts of a workflow that is given as "
                f"git+file.\n  Where: {self.source}\n  Hint: Give the path {path}, or name a "
                "hosted repository by github(...) or gitlab(...)."
            ) from None

    def find(self, path: str) -> str:
        """Return the readable path of a file, given by its path from this folder."""
        if isinstance(self.source, LocalSourceFile):
            return os.path.relpath(Path(self.source.path, path))
        return str(self.workflow.sourcecache.get_path(self.source.join(path)))

    def digest_code(self, script: str, modules: Iterable[str] = ()) -> str:
        """Return a digest of a script of the workflow and of the library that it imports."""
        return code_digest(self.find(f"scripts/{script}"), modules)

    def inputs_of(self, rules: object, names: Iterable[str]) -> Callable[[object], list[str]]:
        """Return an input function: all that the targets of some names make."""

        def list_files(wildcards: object) -> list[str]:
            files: list[str] = []
            for name in names:
                for entry in getattr(rules, name).input:
                    if callable(entry):  # an input function
                        files += entry(wildcards)
                    else:
                        files.append(entry)
            return files

        return list_files

    def read_run(self, overlay: dict[str, Any] | None) -> Run:
        """Return the run of the checked configuration: config/config.yaml, then overlays.

        A workflow that uses this one gives it one ``overlay``, the config of its module
        statement; None takes those of the command. Raises WorkflowError with all problems.
        """
        if overlay is None:
            watch_snakemake()  # not the log of a workflow that imports this one
            overlays = self.workflow.overwrite_configfiles
            settings = self.workflow.config_settings.config
        else:
            overlays = [overlay]
            settings = {}

        published = {}
        for name, benchmark in find_benchmarks().items():
            if benchmark.published:
                published[name] = shipped(f"published/{benchmark.published}")
        try:
            merged = load_config(self.find("../config/config.yaml"), overlays, settings)
            check_config(merged, published)
            config = fill_defaults(merged)
        except UserError as error:
            count = len(error.problems)
            noun = "problem" if count == 1 else "problems"
            raise WorkflowError(f"{count} {noun} in the configuration:\n{error}") from error
        except ModuleNotFoundError as error:  # of a user's table in Parquet or JSON lines
            raise WorkflowError(
                f"The module {error.name} is not installed, which reads the tables of data.s2orc.\n"
                f"  Where: {sys.executable}, the Python that runs Snakemake\n"
                "  Hint: pip install pyarrow orjson, or give the tables as CSV."
            ) from None
        folder = os.path.normpath(Path(config["results"], config["run"]))
        notes = list_notes(merged)
        winning_run = "" if "run" in settings else describe_winning_run(overlays)
        if winning_run:
            notes.insert(0, winning_run)
        return Run(config, folder, self.digest_code, notes)


def prepare_run(workflow: Workflow, run: Run, is_module: bool) -> None:
    """Check that a run's files can be written as the rules have it, and log its sections.

    Warns of files that are longer or shorter than they were made: Snakemake would leave them so.
    """
    _refuse_changed_paths(workflow, run)
    if is_module:
        wrap_onstart(workflow, lambda start: _hold_too(workflow, run, start))
    else:
        watch_snakemake().find_targets = lambda: _list_targets(workflow, run)
        watch_snakemake().list_warnings = lambda: list(list_warnings(run, workflow.dag.jobs))

    messages = list(run.notes)
    messages += describe_sections(run)  # by any process: it raises an error of the settings
    if not workflow.is_main_process:
        return
    try:
        refuse_changed_run(Path(run.folder))
    except UserError as damage:
        logger.warning(str(damage))

    messages += run.describe_changes()
    messages += run.corpus.describe_groups()
    for benchmark in run.benchmarks.values():
        messages += benchmark.warn()
    for message in messages:
        logger.info(message)


def describe_sections(run: Run) -> Iterator[str]:
    """Yield sentences on the data that a run uses and on the sections that it leaves out.

    Raises UserError if ``sections`` names one that cannot be made.
    """
    sections = run.sections
    named = run.settings.sections
    for name in named or []:
        missing = sections.find_missing(name)
        sections.require_for(f"The {name} section, which sections names,", missing)

    if run.is_demo:
        yield "No data is configured: using the generated demo data."
    if named:
        yield f"Making {', '.join(sections.chosen)} alone, as sections says."

    for name in sections.data_keys:
        missing = sections.find_missing(name)
        if missing and sections.is_wanted(name):
            yield f"Leaving out {name}: {missing.key} {missing.problem}."
        elif name in sections.unasked and not missing and not named:
            yield f"`all` leaves out {name}: name it in sections, or call `snakemake {name}`."


def _refuse_changed_paths(workflow: Workflow, run: Run) -> None:
    """Raise an error if a module statement changes the paths of the rules."""
    paths = {
        "results": run.folder,
        "logs": f"{run.folder}/logs",
        "benchmarks": f"{run.folder}/benchmarks",
    }
    changes = list_path_changes(workflow, paths)
    if changes:
        raise WorkflowError(
            f"Paths of the rules are changed by {', '.join(changes)}, which cannot be followed.\n"
            "  Where: the module statement, or the workflow that it stands in\n"
            "  Hint: Leave it out, and set results in the config of the module: the folder that "
            "everything is written below."
        )


def _list_targets(workflow: Workflow, run: Run) -> Targets:
    """Return the possible targets, and the requested rules that have wildcards."""
    stages = []
    files: list[str] = []
    patterns = {}
    for rule in workflow.rules:
        if not rule.output:  # a target of a stage
            stages.append(rule.name)
        files += [str(file) for file in rule.output if "{" not in file]
        if rule.name in workflow.dag_settings.targets and rule.has_wildcards():
            patterns[rule.name] = str(rule.output[0])
    return Targets(stages, files, run.folder, patterns)


def hold_results(workflow: Workflow, run: Run) -> None:
    """Make sure that no other process writes the results of a run, nor a job left on a cluster.

    Raises WorkflowError too if jobs are to run in this Python, and it lacks what they import.
    """
    try:
        if not workflow.deployment_settings.deployment_method:
            refuse_missing_packages()
        hold_until_end(f"{run.folder}/logs/lock", guarded=run.folder)
        if workflow.executor_plugin.name == "slurm":
            prepare_executor(find_executor(workflow), run.folder)
    except UserError as error:
        raise WorkflowError(str(error)) from error

    remove_leftovers(run.folder)
    remove_leftovers(run.settings.cache, min_age=24 * 3600)  # other runs write there too
    is_local = workflow.executor_plugin.name == "local"
    if is_local:
        lift_rate_limit(workflow)
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # as it is below nohup
            signal.signal(number, partial(end_run, is_local))


def end_run(is_local: bool, number: int, frame: FrameType | None) -> None:
    """End the run and its jobs; Snakemake alone would wait at TERM, and die at HUP.

    Snakemake passes over an interrupt while it prints, so that later jobs are ended, too (on a
    cluster they cancel others). While asyncio's loop runs, the loop itself has to raise it: a task
    that it meets might never end.
    """
    watch_snakemake().is_interrupted = True
    end_jobs()
    if is_local:
        threading.Thread(target=_end_later_jobs, daemon=True).start()

    with contextlib.suppress(RuntimeError):  # no loop runs
        asyncio.get_running_loop().call_soon_threadsafe(signal.default_int_handler, number, frame)
        return
    raise KeyboardInterrupt


def end_jobs() -> None:
    """Send TERM to all jobs: it is quiet while they import, and a background job ignores SIGINT."""
    for job in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            job.terminate()


def _end_later_jobs() -> None:
    while True:
        time.sleep(1)
        end_jobs()


def _hold_too(workflow: Workflow, run: Run, start: Callable[[str], None]) -> Callable[[str], None]:
    """Return a handler that holds the results of a run and then calls ``start``."""

    def start_both(log: str) -> None:
        hold_results(workflow, run)
        start(log)

    return start_both


def any_of(names: Iterable[str]) -> str:
    """Return a wildcard's constraint to one of ``names``; without any it has no match."""
    return "|".join(map(re.escape, names)) or "(?!)"


def grow_memory(mb: int) -> Callable[..., int]:
    """Return a resource function: ``mb`` megabytes, as much again with each further attempt."""
    return lambda wildcards, attempt: mb * attempt


def in_report(path: str, label: str) -> Any:
    """Mark a file as one that Snakemake's report shows, with a label, below its stage.

    The caption of <results>/pools/sources.csv is in pools_sources.rst.
    """
    stage, *names = path.removeprefix("<results>/").rpartition(".")[0].split("/")
    caption = [stage]
    labels = {}
    for name in names:
        if name.startswith("{"):
            labels[name.strip("{}")] = name
        else:
            caption.append(name)
    labels["page" if path.endswith(".html") else "table"] = label

    category = stage.capitalize()
    benchmark = find_benchmarks().get(stage)
    if benchmark is not None:
        category = benchmark.title
    caption_file = f"../../report/{'_'.join(caption)}.rst"
    return report(path, category=category, labels=labels, caption=caption_file)


def keep_where(is_kept: bool, path: str) -> Any:
    """Mark a file as one that Snakemake removes once it was used, unless it is kept."""
    if is_kept:
        return path
    return temp(path)


def repeat_warnings(workflow: Workflow, run: Run) -> None:
    """Log last what the jobs behind the targets warned of, and what to do next."""
    for warning in list_warnings(run, workflow.dag.jobs):
        logger.warning(warning)
