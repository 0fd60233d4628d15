"""A call that submits to Slurm first looks for jobs of an earlier one. Slurm is a stand-in here."""

import os

from paperpool.workflow.running.slurm.executor import name_jobs


def stand_in(folder, name, text, status=0):
    script = folder / name
    script.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\nexit {status}\n")
    script.chmod(0o755)


def test_a_call_beside_jobs_of_an_earlier_one_is_refused(workplace, root, monkeypatch):
    programs = workplace.folder / "bin"
    programs.mkdir()
    name = name_jobs(workplace.folder / "results/smoke")
    stand_in(programs, "squeue", f"12|{name}uuid|rule_plan_demo")
    for absent in ("scontrol", "sacct", "sbatch"):
        stand_in(programs, absent, "", status=1)
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    profile = ["--profile", str(root / "profiles/slurm")]
    refused = workplace.snakemake(
        *["--configfile", str(root / "config/smoke.yaml"), *profile], cores=None, check=False
    )
    assert refused.returncode == 1
    told = "\n".join(refused.last_lines(10))
    assert "Jobs of an earlier call are still in Slurm's queue and write these results." in told
    assert "Where: results/smoke: Slurm jobs 12 (rule_plan_demo)" in told
    assert not (workplace.folder / "results/smoke/demo").exists()
