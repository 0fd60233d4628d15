"""The workflow on a Slurm cluster without accounting: `make test-cluster`.

The file's name keeps it out of `make test`.
"""

import re
import signal
import subprocess

from bench.cluster.processes import wait_for

from ..workflow.conftest import Workplace

PLAN = "results/small/demo/plan.npz"
"""What one job makes."""

SHARD = "results/small/demo/metadata/metadata_0.jsonl.gz"
"""What a second one makes of it."""


def test_a_job_that_lacks_memory_succeeds_when_tried_again_with_more(caller):
    done = caller.make(PLAN, "--set-resources", "plan_demo:mem_mb=80 * attempt ** 5")
    assert done.returncode == 0, done.output
    assert caller.list_ended() == [
        ["FAILED", "80M", "rule_plan_demo"],
        ["COMPLETED", "2.50G", "rule_plan_demo"],
    ]


def test_without_a_second_try_it_is_told_that_memory_ran_out(caller):
    lacking = ["--set-resources", "plan_demo:mem_mb=80", "--retries", "0"]
    done = caller.make(PLAN, *lacking)
    assert done.returncode == 1
    assert "Its Slurm job needed more memory than it may use.\n  Where: Slurm job" in done.output
    assert "--set-resources plan_demo:mem_mb=MEGABYTES" in done.output.splitlines()[-1]


def test_what_slurm_does_not_take_is_told_with_its_reason(caller):
    done = caller.make(PLAN, "--set-resources", "plan_demo:mem_mb=90000", "--retries", "0")
    assert done.returncode == 1
    told = "\n".join(done.last_lines(3))
    assert re.match("Slurm did not take the job: .*node config.*\n  Where: sbatch, rule plan", told)
    assert [state for state, _, _ in caller.list_ended()] in ([], ["FAILED"])  # by its version


def test_a_cancelled_job_is_told_of_and_the_same_command_goes_on(caller):
    call, job, _ = caller.start_making(SHARD, "--retries", "0")
    caller.cluster.ask("scancel", job)
    done = caller.finish(call)
    assert done.returncode == 1
    assert f"Its Slurm job was cancelled.\n  Where: Slurm job {job}," in done.output
    assert caller.make(SHARD).returncode == 0
    states = [state for state, _, _ in caller.list_ended()]
    assert states == ["CANCELLED", "COMPLETED", "COMPLETED"]


def test_a_cancelled_job_is_tried_once_more(caller):
    call, job, _ = caller.start_making(PLAN)
    caller.cluster.ask("scancel", job)
    assert caller.finish(call).returncode == 0
    assert [state for state, _, _ in caller.list_ended()] == ["CANCELLED", "COMPLETED"]


def test_a_cancelled_run_takes_its_jobs_along_and_the_same_command_goes_on(caller):
    call, _, _ = caller.start_making(SHARD)
    call.send_signal(signal.SIGINT)
    done = caller.finish(call)
    assert done.returncode != 0
    assert "Interrupted. The same command goes on where it stopped." in done.output
    wait_for(lambda: not caller.list_running(), 30)
    assert caller.make(SHARD).returncode == 0


def test_jobs_of_a_killed_run_are_not_run_twice(caller):
    call, job, _ = caller.start_making(SHARD)
    call.kill()
    call.wait()
    refused = caller.make(SHARD)
    assert refused.returncode == 1
    assert "Jobs of an earlier call are still in Slurm's queue" in refused.output
    assert f"{job} (rule_plan_demo)" in refused.output
    [cancel] = set(re.findall(r"`(scancel --name=\S+)`", refused.output))
    subprocess.run(cancel.split(), check=True)
    wait_for(lambda: not caller.cluster.ask("squeue", "--noheader"), 30)
    assert caller.make(SHARD).returncode == 0
    states = [state for state, _, _ in caller.list_ended()]
    assert states == ["CANCELLED", "COMPLETED", "COMPLETED"]


def test_after_waiting_for_jobs_of_a_killed_run_the_next_call_finishes(caller):
    call, _, _ = caller.start_making(SHARD)
    call.kill()
    call.wait()
    wait_for(lambda: not caller.cluster.ask("squeue", "--noheader"), 120)
    assert caller.make(SHARD).returncode == 0
    assert [(state, rule) for state, _, rule in caller.list_ended()] == [
        ("COMPLETED", "rule_plan_demo"),  # not run again
        ("COMPLETED", "rule_write_demo_shards"),
    ]


def test_a_job_of_a_dead_node_runs_on_another(caller):
    call, _, node = caller.start_making(PLAN)
    caller.cluster.crash_node(node)
    try:
        assert caller.finish(call).returncode == 0
    finally:
        caller.cluster.start_node(node)
    [[state, _, _]] = caller.list_ended()  # Slurm keeps the number of a job that it runs again
    assert state == "COMPLETED"


def test_no_job_is_forgotten_while_slurm_does_not_answer(caller):
    call, _, _ = caller.start_making(PLAN)
    caller.cluster.stop_controller()
    try:
        with_no_answer = subprocess.run(["squeue"], capture_output=True)
        wait_for(lambda: asked_in_vain(caller), 60)
    finally:
        caller.cluster.start_controller()
    assert with_no_answer.returncode != 0
    assert caller.finish(call).returncode == 0


def asked_in_vain(caller) -> bool:
    """Tell whether the plugin has turned to sacct, as it does when Slurm does not answer."""
    return "Falling back to 'sacct'" in caller.log.read_text()


def test_jobs_of_a_rule_are_submitted_as_one_array(caller, root, tmp_path):
    """The profile does so; their parts of the corpus have the bytes of a run on this machine."""
    many = caller.overlay("many", {"run": "many", "demo": {"papers": 300, "shards": 6}})
    done = caller.call("corpus", "--configfile", many)
    assert done.returncode == 0, done.output[-6000:]
    rows = caller.cluster.ask("squeue", "--noheader", "--states=all", "--format=%Z|%F|%K|%T|%k")
    tasks = [row.split("|") for row in rows.splitlines() if row.startswith(str(caller.folder))]
    assert {state for *_, state, _ in tasks} == {"COMPLETED"}
    in_arrays = {(number, task) for _, number, task, *_ in tasks if task.isdigit()}
    assert len(in_arrays) == 12 and len({number for number, _ in in_arrays}) <= 4
    (tmp_path / "local").mkdir()
    local = Workplace(root, tmp_path / "local")
    local.snakemake("corpus", "--configfile", many)
    assert caller.digests("many") == local.digests("many")
