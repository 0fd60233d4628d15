"""`make audit`: what it says and ends with, whatever its tools find."""

import json
import stat

import pytest

GOOD = {"name": "numpy", "version": "2.0", "vulns": []}
ADVISORY = {"id": "PYSEC-1", "fix_versions": ["2.1"], "aliases": []}
BAD = {"name": "flask", "version": "1.0", "vulns": [ADVISORY, ADVISORY | {"fix_versions": []}]}
CANARY = {"name": "urllib3", "version": "1.24.1", "vulns": [ADVISORY]}
SKIPPED = {"name": "torch", "skip_reason": "Dependency not found on PyPI"}


@pytest.fixture
def audit(load_program, tmp_path, monkeypatch):
    """The program with tools of the test's own, told what they report of canary and locks."""
    module = load_program("envs/audit.py")
    monkeypatch.setattr(module, "TOOLS", tmp_path)
    monkeypatch.setattr(module, "OUT", tmp_path / "results/audit")

    def run(canary, packages=()):
        for name, said in (("canary", canary), ("locks", {"dependencies": list(packages)})):
            said = json.dumps(said) if isinstance(said, dict) else said
            (tmp_path / name).write_text(said)
        write_tool(
            tmp_path / "pip-audit",
            f'case "$*" in *vulnerable.txt) of=canary;; *) of=locks;; esac; cat "{tmp_path}/$of"\n'
            "echo 'ERROR: no connection' >&2; exit 1",
        )
        bill = '{"bomFormat": "CycloneDX", "components": [{}, {}]}'
        write_tool(
            tmp_path / "cyclonedx-py",
            f'while [ "$1" != -o ]; do shift; done; echo \'{bill}\' > "$2"',
        )
        return module.main()

    return run


def write_tool(path, script):
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        ([GOOD], 0, ["1 packages compared, 0 with advisories"]),
        (
            [GOOD, BAD],
            1,
            ["flask 1.0: PYSEC-1 (mended in 2.1); PYSEC-1 (mended in no version)", "2 packages"],
        ),
        ([GOOD, SKIPPED], 3, ["Not compared, as the index does not know them: torch"]),
        ([BAD, SKIPPED], 1, ["torch", "flask 1.0"]),
    ],
)
def test_what_is_known_is_told(audit, capsys, tmp_path, packages, status, said):
    assert audit({"dependencies": [CANARY]}, packages) == status
    told = capsys.readouterr().out
    assert "bom.cdx.json: 2 components" in told and all(line in told for line in said)
    written = json.loads((tmp_path / "results/audit/advisories.json").read_text())
    assert written["dependencies"] == packages


@pytest.mark.parametrize(
    ("canary", "why"),
    [
        ("", "Why: ERROR: no connection"),
        ({"dependencies": [SKIPPED | {"name": "urllib3"}]}, "Why: Dependency not found on PyPI"),
        ({"dependencies": [CANARY | {"vulns": []}]}, "which is vulnerable"),
    ],
)
def test_without_advisory_data_nothing_counts_as_sound(audit, capsys, tmp_path, canary, why):
    """Not even where pip-audit itself finds nothing wrong: an index may not have the data."""
    assert audit(canary, [GOOD]) == 3
    told = capsys.readouterr().out
    assert "Advisory data cannot be had here" in told and why in told
    assert [file.name for file in (tmp_path / "results/audit").iterdir()] == ["bom.cdx.json"]
