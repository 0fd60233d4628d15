"""Private parts of Snakemake and its Slurm plugin that are used here, and why.

Each function has its reason; tests/test_private_parts.py fails if a part is gone, is public by now,
or if other ``VERSIONS`` are pinned: look then whether it is still needed.
"""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

VERSIONS = {"snakemake": "9.27.1", "snakemake-executor-plugin-slurm": "2.8.0"}
"""The versions that were looked at."""


def find_executor(workflow: Any) -> Any:
    """Return the executor of a workflow that is about to start its jobs.

    Slurm's plugin names its jobs by it, and a hook that may change these names is not offered.
    """
    return workflow.scheduler._executor


def find_plugin(executor: Any) -> ModuleType:
    """Return the module of an executor's plugin, whose functions it looks up by name.

    Slurm's queries the states of jobs by ``query_job_status``: see ``slurm.executor``.
    """
    return sys.modules[type(executor).__module__]


@cache
def quote_python() -> None:
    """Have Snakemake quote the path of Python where it starts a script or another Snakemake.

    It quotes all other paths, but not this: in a folder with a blank in its name no job starts.
    """
    from snakemake.script import PythonScript
    from snakemake_interface_executor_plugins.executors import real

    execute, join = PythonScript._execute_cmd, real.join_cli_args

    def execute_quoted(script: PythonScript, command: str, **values: Any) -> Any:
        if "py_exec" in values:
            values["py_exec"] = shlex.quote(values["py_exec"])
        return execute(script, command, **values)

    def join_quoted(words: Sequence[str]) -> str:
        python = sys.executable
        return join([shlex.quote(word) if word == python else word for word in words])

    PythonScript._execute_cmd = execute_quoted
    real.join_cli_args = join_quoted


def wrap_onstart(workflow: Any, wrap: Callable[[Callable], Callable]) -> None:
    """Put ``wrap`` around the onstart of the workflow that uses this one as a module.

    Snakemake runs the onstart of the outermost workflow alone, with or without one of its own.
    """
    register = workflow.onstart
    workflow.onstart = lambda start: register(wrap(start))
    workflow._onstart = wrap(workflow._onstart)


def list_path_changes(workflow: Any, own: Mapping[str, str]) -> list[str]:
    """Return the changes that a workflow that uses this one makes to the paths of its rules.

    ``own`` are this one's pathvars. Snakemake applies such changes when it makes a rule, and hides
    them from rule files.
    """
    changes = [f"pathvars: {name}" for name in own if workflow.pathvars.get(name) != own[name]]
    modifier = workflow.modifier.path_modifier
    while modifier is not None:
        changes += ["prefix:"] * bool(modifier.prefix)
        changes += ["replace_prefix:"] * modifier.modifies_prefixes
        modifier = modifier.inner_modifier
    return changes
