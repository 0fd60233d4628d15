"""The smoke configuration on a Slurm cluster, beside a run of this machine: `make test-cluster`."""

from ..workflow.conftest import Workplace


def test_the_smoke_run_gives_the_bytes_of_a_local_one(root, tmp_path, caller):
    """Logs, benchmarks and reports hold times and are left out, as Workplace.digests has it."""
    smoke = ["--configfile", str(root / "config/smoke.yaml")]
    (tmp_path / "local").mkdir()
    local = Workplace(root, tmp_path / "local")
    local.snakemake(*smoke)
    done = caller.call(*smoke)
    assert done.returncode == 0, done.output[-6000:]
    states = [state for state, _, _ in caller.list_ended()]
    print(f"{done.n_jobs} jobs, of which {len(states)} on the cluster")
    assert set(states) == {"COMPLETED"}
    digests = caller.digests("smoke")
    print(f"{len(digests)} files, the same as those of a local run")
    assert len(digests) > 40
    assert digests == local.digests("smoke")
