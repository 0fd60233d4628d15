"""The private parts of Snakemake in use exist, and are not public yet."""

import inspect
import sys

import snakemake_executor_plugin_slurm as plugin
from snakemake.api import Workflow  # its own module cannot be imported first

from paperpool.private_parts import VERSIONS, quote_python


def test_the_pinned_versions_are_those_that_were_looked_at(root):
    lock = (root / "requirements.lock").read_text(encoding="utf-8")
    for package, version in VERSIONS.items():
        assert f"\n{package}=={version} " in lock, f"{package}: see private_parts.py"


def test_the_executor_has_no_public_name():
    from snakemake.scheduling.job_scheduler import JobScheduler

    assert "self._executor = " in inspect.getsource(JobScheduler)
    assert not hasattr(JobScheduler, "executor")


def test_the_onstart_of_a_module_is_not_run_by_itself():
    register = inspect.getsource(Workflow.onstart)
    assert "if self.modifier.is_main_snakefile():\n            self._onstart = func" in register


def test_the_plugin_does_not_know_jobs_that_somebody_cancelled():
    source = inspect.getsource(plugin)
    assert "query_job_status" in source and "CANCELLED by" not in source


def test_snakemake_does_not_quote_the_path_of_python():
    from snakemake.script import PythonScript
    from snakemake_interface_executor_plugins.executors.real import RealExecutor

    assert '"{py_exec} {fname:q}"' in inspect.getsource(PythonScript.execute_script)
    source = inspect.getsource(RealExecutor.format_job_exec)
    assert "join_cli_args" in source and "self.get_python_executable()," in source


def test_a_job_of_its_own_is_started_by_the_quoted_path_of_python(monkeypatch):
    from snakemake_interface_executor_plugins.executors import real

    monkeypatch.setattr(sys, "executable", "/a clone's/.venv/bin/python")
    quote_python()
    command = real.join_cli_args(["", sys.executable, "-m snakemake", "--cores 2"])
    assert command == "'/a clone'\"'\"'s/.venv/bin/python' -m snakemake --cores 2"
