"""Private parts of Snakemake and its Slurm plugin that are used here, and why.

Each function has its reason, with the report upstream if there is one (number in the tracker of
github.com/snakemake/snakemake, or of snakemake/snakemake-executor-plugin-slurm).
tests/test_private_parts.py fails if a part is gone, is public by now, or if other ``VERSIONS`` are
pinned: look then whether it is still needed.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snakemake.workflow import Workflow

VERSIONS = {"snakemake": "9.27.1", "snakemake-executor-plugin-slurm": "2.8.0"}
"""The versions that were looked at."""


def find_executor(workflow: Workflow) -> Any:
    """Return the executor of a workflow that is about to start its jobs.

    Slurm's plugin names its jobs by it. A prefix of these names is an option of the command line
    alone (plugin's pull request 408), where the folder of the results is not known yet.
    """
    return workflow.scheduler._executor


DEFAULT_RATE = (100, 1)
"""Snakemake's own limit: the most jobs that start in so many seconds."""


def lift_rate_limit(workflow: Workflow) -> None:
    """Have a workflow that is about to start its jobs look for the next ones when one has ended.

    With a limit of jobs a second each look plans another a second later, and each ended job brings
    one more: after n jobs Snakemake looks n times a second (its pull request 3744, open, is about
    such looks). Another limit that the user gives remains.
    """
    limit = workflow.scheduling_settings.max_jobs_per_timespan
    if limit is not None and (limit.max_jobs, limit.timespan) == DEFAULT_RATE:
        workflow.scheduler.job_rate_limiter = None


@cache
def quote_python() -> None:
    """Have Snakemake quote the path of Python where it starts a script or another Snakemake.

    It quotes all other paths, but not this: in a folder with a blank in its name no job starts
    (Snakemake's issues 2645 and 3211, open).
    """
    from snakemake.script import PythonScript
    from snakemake_interface_executor_plugins.executors import real

    execute = PythonScript._execute_cmd
    join = real.join_cli_args

    def execute_quoted(script: PythonScript, command: str, **values: Any) -> Any:
        if "py_exec" in values:
            values["py_exec"] = shlex.quote(values["py_exec"])
        return execute(script, command, **values)

    def join_quoted(words: Sequence[str]) -> str:
        quoted = []
        for word in words:
            if word == sys.executable:
                word = shlex.quote(word)
            quoted.append(word)
        return join(quoted)

    PythonScript._execute_cmd = execute_quoted
    real.join_cli_args = join_quoted


def wrap_onstart(workflow: Workflow, wrap: Callable[[Callable], Callable]) -> None:
    """Put ``wrap`` around the onstart of the workflow that uses this one as a module.

    Snakemake runs the onstart of the outermost workflow alone, with or without one of its own
    (Snakemake's pull request 4050).
    """
    register = workflow.onstart
    workflow.onstart = lambda start: register(wrap(start))
    workflow._onstart = wrap(workflow._onstart)


def list_path_changes(workflow: Workflow, pathvars: Mapping[str, str]) -> list[str]:
    """Return the changes that a workflow that uses this one makes to the paths of its rules.

    ``pathvars`` are this one's. Snakemake applies such changes when it makes a rule, and hides
    them from rule files (nothing of it is reported).
    """
    changes = []
    for name, path in pathvars.items():
        if workflow.pathvars.get(name) != path:
            changes.append(f"pathvars: {name}")

    modifier = workflow.modifier.path_modifier
    while modifier is not None:
        if modifier.prefix:
            changes.append("prefix:")
        if modifier.modifies_prefixes:
            changes.append("replace_prefix:")
        modifier = modifier.inner_modifier
    return changes


def answer_for_all_jobs(executor: Any) -> None:
    """Have the executor of Slurm's plugin query its jobs by ``StateQueries``.

    The plugin's module looks up its query by name.
    """
    plugin: Any = sys.modules[type(executor).__module__]
    if not isinstance(plugin.query_job_status, StateQueries):
        plugin.query_job_status = StateQueries(
            plugin.query_job_status, plugin.query_job_status_squeue
        )


States = dict[str, str]
"""The state of each job, by Slurm's number of it."""

Query = Callable[[str, Any], Awaitable[tuple[States | None, float | None]]]
"""How the plugin asks: a command and a logger; the states and seconds, or None where it failed."""

FORGOTTEN = "UNKNOWN"
"""By this state the plugin takes a job as done; Snakemake then looks for its files."""


class StateQueries:
    """Queries as the plugin does, with an answer for each of its jobs.

    The plugin calls sacct or squeue now and then, and waits for ever for a job

    - with `CANCELLED by 0` in sacct, a state that it does not know (not reported there; the profile
      before the plugin knows it, Snakemake-Profiles/slurm pull request 22),
    - if no command answers, or sacct has no accounts to look into: it forgets all of its jobs
      (plugin's issue 207, open),
    - that squeue has listed and lists no more, as Slurm forgets jobs a while after their end
      (plugin's pull request 339, open).

    ``query`` is the plugin's own; ``name_squeue`` makes squeue's command for jobs of a name.
    """

    def __init__(self, query: Query, name_squeue: Callable[[str], str]):
        self._query = query
        self._name_squeue = name_squeue
        self._listed: set[str] = set()

    async def __call__(self, command: str, logger: Any) -> tuple[States, float]:
        """Return the states of jobs, and how many seconds the answer took.

        If sacct fails squeue is used. Without an answer there are no states, and a new attempt.
        """
        states, seconds = await self._query(command, logger)
        words = shlex.split(command)
        if states is None and words[0] == "sacct":
            name = words[words.index("--name") + 1]
            words = shlex.split(self._name_squeue(name))
            states, seconds = await self._query(shlex.join(words), logger)
        if states is None:
            return {}, 0.0

        states = {job: state.partition(" ")[0] for job, state in states.items()}  # CANCELLED by 0
        if words[0] == "squeue":
            forgotten = self._listed - states.keys()
            states = dict.fromkeys(forgotten, FORGOTTEN) | states
            self._listed |= states.keys()
        return states, seconds or 0.0
