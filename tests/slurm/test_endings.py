"""The end of a Slurm job, from the plugin's message, with a hint."""

import pytest

from paperpool.workflow.running.failures.job_logs import explain_job
from paperpool.workflow.running.slurm.endings import explain_end

MORE = "For further error details see the cluster/cloud log and the log files of the rule(s)."

SQUEUE = "SLURM-job '12' failed, SLURM status is: '{}'. Detailed failure reason unavailable. "

NODE = "SLURM-job '12' failed due to a node failure, SLURM status is: 'NODE_FAIL'. Failed nodes"

REFUSED = (
    "SLURM sbatch failed. The error message was 'sbatch: error: QOSMaxSubmitJobPerUserLimit\n"
    "sbatch: error: Batch job submission failed'.\n    sbatch call:\n        sbatch --parsable "
)


@pytest.mark.parametrize(
    ("said", "what", "hint"),
    [
        (SQUEUE.format("CANCELLED"), "was cancelled", "Give the same command again"),
        (SQUEUE.format("TIMEOUT"), "ran longer than it may", "--set-resources rank:runtime="),
        (SQUEUE.format("OUT_OF_MEMORY"), "needed more memory", "--set-resources rank:mem_mb="),
        (NODE, "The node of its Slurm job failed", "--slurm-exclude-failed-nodes"),
        (SQUEUE.format("DEADLINE"), "ended as DEADLINE", "Read the log"),
    ],
)
def test_a_state_becomes_what_happened_and_what_to_do(said, what, hint):
    problem = explain_end("rank", said + MORE, ["results/a/logs/rank.log", "slurm/12.log"])
    assert what in problem.what and hint in problem.hint
    assert problem.where == "Slurm job 12, slurm/12.log"


def test_a_job_whose_log_says_so_was_killed_for_its_memory(tmp_path):
    log = tmp_path / "12.log"
    log.write_text("slurmstepd: error: Step 12.0 exceeded memory limit (99 > 80), being killed\n")
    said = SQUEUE.format("FAILED") + MORE
    assert "needed more memory" in explain_end("rank", said, [str(log)]).what
    log.write_text("nothing of the kind\n")
    assert "ended as FAILED" in explain_end("rank", said, [str(log)]).what
    assert "ended as FAILED" in explain_end("rank", said, [str(tmp_path / "none")]).what


def test_a_job_that_slurm_refuses_is_told_of_with_the_reason():
    problem = explain_end("rank", REFUSED + MORE, [])
    assert problem.what == (
        "Slurm did not take the job: sbatch: error: QOSMaxSubmitJobPerUserLimit sbatch: error: "
        "Batch job submission failed"
    )
    assert problem.hint.endswith("have fewer at once (--jobs N).")


def test_of_any_other_job_nothing_is_said():
    assert explain_end("rank", "", []) is None
    assert explain_end("rank", "Command died with SIGKILL", ["a.log"]) is None


def test_a_failed_job_without_an_error_in_its_log_is_told_of_by_slurm(tmp_path):
    logs = [str(tmp_path / "rank.log"), str(tmp_path / "12.log")]
    text = explain_job("rank", logs, SQUEUE.format("CANCELLED") + MORE)
    assert text.startswith(f"rank failed (log: {logs[0]}):\nIts Slurm job was cancelled.\n")
