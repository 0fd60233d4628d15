"""A ranker that is a command, through the whole workflow."""

import json

import pytest

TARGET = "results/one/csfcube/runs/mine.parquet"
RANK = 'BEGIN {FS = OFS = " "} FNR > 1 {print $1 "_" $2, "Q0", $3, 0, -FNR, "x"}'


@pytest.fixture
def rank(workplace):
    """Return a function: run the workflow with a command ranker that reads rank.awk."""
    (workplace.folder / "rank.awk").write_text(RANK)

    def call(command, *arguments, **changes):
        content = {
            "run": "one",
            "demo": {"papers": 300, "shards": 1, "queries": 6},
            "rankers": {"mine": {"kind": "command", "command": command, "files": ["rank.awk"]}},
        }
        return workplace.run(TARGET, *arguments, **content, **changes)

    return call


def test_it_runs_again_when_its_command_or_its_files_change_and_only_then(rank, workplace):
    command = "< {candidates_tsv} awk '{print} {n++} END {}' | awk -f rank.awk > {run}"
    rank(command)
    assert (workplace.folder / TARGET).exists()
    assert "Nothing to be done" in rank(command, "-n").output
    assert rank(f"{command} ", "-n").jobs() == {"run_command": 1}
    (workplace.folder / "rank.awk").write_text(f"{RANK} # changed")
    assert rank(command, "-n").jobs() == {"run_command": 1}


def test_its_failure_is_one_message_and_nothing_is_written(rank, workplace, monkeypatch):
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)  # the workflow gives it to its jobs
    printed = "echo fine $OMP_WAIT_POLICY; echo 'no {braces} here' >&2"
    failed = rank(f"{printed}; exit 3 # {{candidates}} {{run}}", check=False)
    assert failed.returncode != 0 and "Traceback" not in failed.output
    assert failed.output.count("Ranker 'mine'") == 2  # where the job ended, and last
    logs = workplace.folder / "results/one/logs/run_command/mine"
    assert (
        "Ranker 'mine': the command failed with exit code 3. The last that it printed:\n"
        "    no {braces} here\n"
        "  Where: rankers.mine.command\n"
        "  Hint: Correct the command. All of it is in results/one/logs/run_command/mine/stderr.log"
    ) in failed.output
    assert (logs / "stdout.log").read_text() == "fine PASSIVE\n"
    assert (logs / "stderr.log").read_text() == "no {braces} here\n"
    assert not (workplace.folder / TARGET).exists()


def test_an_incomplete_run_is_refused_or_reported(rank, workplace):
    command = "awk -f rank.awk {candidates_tsv} | sed 1d > {run}"
    failed = rank(command, check=False)
    assert failed.returncode != 0 and "Traceback" not in failed.output
    expected = "1 candidates missing"
    assert expected in failed.output and "Where: the run that rankers.mine.command" in failed.output
    assert expected in rank(command, checks={"runs": "warn"}).output
    checks = json.loads((workplace.folder / "results/one/csfcube/checks/mine.json").read_text())
    assert len(checks["problems"]) == 1 and expected in checks["problems"][0]


def test_a_mistake_in_it_is_reported_before_anything_runs(rank, workplace):
    failed = rank("awk -f rank.awk {candidate_tsv} > {run}", check=False)
    assert failed.returncode != 0 and "2 problems in the configuration" in failed.output
    assert "Did you mean {candidates_tsv}?" in failed.output
    assert not (workplace.folder / "results").exists()
