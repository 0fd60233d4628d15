"""The workflow on a Slurm cluster that keeps accounts: `make test-cluster`."""

from .on_slurm import PLAN

ACCOUNTING = True


def test_a_cancelled_job_is_seen_whichever_command_is_asked(caller):
    for command in ("squeue", "sacct"):
        call, job, _ = caller.start_making(
            PLAN, "--retries", "0", "--slurm-status-command", command
        )
        caller.cluster.ask("scancel", job)
        done = caller.finish(call)
        assert done.returncode == 1
        assert f"Its Slurm job was cancelled.\n  Where: Slurm job {job}," in done.output
    assert caller.make(PLAN, "--slurm-status-command", "sacct").returncode == 0


def test_more_jobs_than_may_be_submitted_are_told_of(caller):
    limit = ["sacctmgr", "-i", "modify", "user", "root", "set"]
    caller.cluster.ask(*limit, "MaxSubmitJobs=0")
    try:
        done = caller.make(PLAN, "--retries", "0", "--default-resources", "slurm_account=lab")
    finally:
        caller.cluster.ask(*limit, "MaxSubmitJobs=-1")
    assert done.returncode == 1
    assert "Slurm did not take the job: " in done.output
    assert "have fewer at once (--jobs N)" in done.output.splitlines()[-1]
