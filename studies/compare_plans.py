"""What Snakemake would do, before and after a change of the rules: every job of every overlay.

    .venv/bin/python studies/compare_plans.py write PLANS.json [OVERLAY ...]
    .venv/bin/python studies/compare_plans.py compare BEFORE.json AFTER.json

The first is called in each of two checkouts: each overlay of config/ is planned in an empty folder
with the data of ``PAPERPOOL_DATA`` linked in, for every target of ``TARGETS``. Of each job it notes
inputs, outputs, log, benchmark, params but the digest of its code, threads and resources; of a
target that cannot be planned, what is said. The second names what differs; it ends with 1 where
something does.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "workflow/scripts"), str(ROOT)]

from tests.workflow.test_overlays import FOLDERS  # noqa: E402
from tests.workflow.test_targets import TARGETS as STAGES  # noqa: E402

TARGETS = [*STAGES, "holes", "full_text", "judges", "check_figures"]

DATA = Path(os.environ.get("PAPERPOOL_DATA", ROOT.parent / "shared/data"))

VARYING = ("code", "code_of_kinds", "_cores", "_nodes", "tmpdir")
"""Params and resources that differ where the workflow does not: digests of code, the machine."""


def main() -> int:
    """Write the plans of this checkout, or compare two such files."""
    command, first, *rest = sys.argv[1:]
    if command == "write":
        import snakemake.cli  # noqa: F401 (once, before any child is forked)

        names = rest or [path.stem for path in sorted((ROOT / "config").glob("*.yaml"))]
        plans = {f"{name} {target}": plan(name, target) for name in names for target in TARGETS}
        Path(first).write_text(json.dumps(plans, indent=1, sort_keys=True), encoding="utf-8")
        print(f"{len(plans)} plans, {sum(len(p) for p in plans.values())} jobs")
        return 0
    before, after = (json.loads(Path(file).read_text(encoding="utf-8")) for file in (first, *rest))
    told = [line for name in before for line in compare(name, before[name], after.get(name, {}))]
    print("\n".join([*dict.fromkeys(told), f"{len(told)} differences in {len(before)} plans"]))
    return int(bool(told))


def plan(overlay: str, target: str) -> dict[str, Any]:
    """Return what is noted of each job, by rule and first output; of a refusal, its message."""
    with tempfile.TemporaryDirectory(prefix="plan-") as folder:
        lay_out(Path(folder))
        if not (child := os.fork()):
            run(Path(folder), overlay, target)
        os.waitpid(child, 0)
        file = Path(folder, "jobs.json")
        is_planned = file.exists()
        text = (file if is_planned else Path(folder, "said.txt")).read_text(encoding="utf-8")
        for place in (str(Path(sys.prefix).resolve()), str(ROOT)):  # of this machine alone
            text = text.replace(os.path.relpath(place, folder), "").replace(place, "")
        text = text.replace(folder, "")
        return json.loads(text) if is_planned else {"refused": text.splitlines()[-4:]}


def lay_out(folder: Path) -> None:
    """Link the data where the overlays look for it."""
    links = {place: DATA / source for place, source in FOLDERS.items()}
    abstracts = "resources/csfcube_abstracts/abstracts-preds.jsonl"
    links[abstracts] = DATA / "csfcube/abstracts-csfcube-preds.jsonl"
    for place, source in links.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).symlink_to(source)
    (folder / "resources/aspire-biencoder-compsci-spec").mkdir()


def run(folder: Path, overlay: str, target: str) -> None:
    """Be a dry run of Snakemake that writes its jobs to jobs.json at its end."""
    from snakemake import cli
    from snakemake.workflow import Workflow

    execute = Workflow.execute

    def note(self: Workflow, *arguments: Any, **named: Any) -> Any:
        done = execute(self, *arguments, **named)
        jobs = {f"{job.rule.name} {(*job.output, '')[0]}": describe(job) for job in self.dag.jobs}
        Path("jobs.json").write_text(json.dumps(jobs, default=str), encoding="utf-8")
        return done

    Workflow.execute = note
    said = os.open(folder / "said.txt", os.O_WRONLY | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    os.chdir(folder)
    snakefile = ["--snakefile", str(ROOT / "workflow/Snakefile")]
    configfile = ["--configfile", str(ROOT / f"config/{overlay}.yaml")]
    sys.argv = ["snakemake", target, "-n", "--cores", "2", *snakefile, *configfile]
    try:
        cli.main()
    finally:
        os._exit(0)


def describe(job: Any) -> dict[str, Any]:
    """Return what is compared of a job."""
    named = {"input": job.input, "output": job.output, "log": job.log, "params": job.params}
    found: dict[str, Any] = {
        kind: {str(name): value for name, value in vars_of(values).items() if name not in VARYING}
        for kind, values in named.items()
    }
    found["params"].pop("")  # again, the digest of the code among them
    resources = {k: v for k, v in job.resources.items() if k not in VARYING}
    return found | {"threads": job.threads, "benchmark": job.benchmark, "resources": resources}


def vars_of(values: Any) -> dict[str, Any]:
    """Return the values of one directive: by name, or by place where they have none."""
    named = {name: values[name] for name in values.keys()}  # noqa: SIM118
    return named | {"": list(values)}


def compare(name: str, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return a line for each job that only one plan has, and for each value that differs."""
    if "refused" in {*before, *after} and before != after:
        said = [plan.get("refused", "planned") for plan in (before, after)]
        return [f"{name}: {said[0]} / {said[1]}"]
    lines = [f"{name}: no more {job}" for job in before.keys() - after.keys()]
    lines += [f"{name}: new {job}" for job in after.keys() - before.keys()]
    for job in before.keys() & after.keys():
        if isinstance(before[job], list):
            lines += [f"{name}: {before[job]} / {after[job]}"] * (before[job] != after[job])
            continue
        lines += [
            f"{job}: {key}: {before[job][key]} / {after[job].get(key)}"
            for key in before[job]
            if before[job][key] != after[job].get(key)
        ]
    return sorted(lines)


if __name__ == "__main__":
    sys.exit(main())
