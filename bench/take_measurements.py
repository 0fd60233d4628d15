"""Measure what jobs take, for `paperpool plan` to go by where no run is named.

    .venv/bin/python bench/take_measurements.py [PAPERS PAPERS]

Makes the smoke run of two numbers of generated papers, and notes the processor seconds and the peak
memory of each job: so other work of the machine does not count. The rows of this kind of processor
in workflow/scripts/paperpool/resources/measured_jobs.csv are replaced.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from measuring import BENCH, ROOT

from paperpool.io.csv_rows import read_rows, write_rows
from paperpool.resources import RESOURCES
from paperpool.workflow.commands.shipped import COLUMNS, name_processor

FILE = RESOURCES / "measured_jobs.csv"

SIZES = (400, 2000)


def main() -> None:
    """Measure both sizes, and write the file anew."""
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    folder = BENCH / "jobs"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    taken = []
    for size in sizes:
        taken += measure(folder, size)

    processor = name_processor()
    kept = [row for row in read_rows(FILE) if row["processor"] != processor]
    rows = kept + [{"processor": processor} | row for row in taken]
    write_rows(FILE, COLUMNS, [[row.get(name, "") for name in COLUMNS] for row in rows])


def measure(folder: Path, papers: int) -> list[dict[str, Any]]:
    """Make the smoke run of a number of papers; return the rows of its jobs and stages."""
    name = f"papers-{papers}"
    overlay = folder / f"{name}.yaml"
    overlay.write_text(json.dumps(configure(name, papers)), encoding="utf-8")  # JSON is YAML
    noting = str(Path(__file__).parent / "processor_seconds")
    paths = os.pathsep.join([noting, str(ROOT / "workflow/scripts")])
    command = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "workflow/Snakefile")]
    command += ["--cores", "1", "--quiet", "all"]
    command += ["--configfile", str(ROOT / "config/smoke.yaml"), str(overlay)]
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, "PYTHONPATH": paths})
    return take_run(folder / "results" / name)


def configure(name: str, papers: int) -> dict[str, Any]:
    """Return the overlay of a size, on the smoke run."""
    runs = f"results/{name}/demo/runs"
    return {
        "run": name,
        "demo": {"papers": papers, "shards": max(2, papers // 500)},
        "rankers": {
            "simulated-json": {
                "path": f"{runs}/test-pid2pool-csfcube-simulated-{{facet}}-ranked.json"
            },
            "simulated-trec": {"path": f"{runs}/simulated.trec"},
            "simulated-parquet": {"path": f"{runs}/simulated.parquet"},
        },
    }


def take_run(folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a run: its jobs, by their logs, and its stages."""
    summary = json.loads((folder / "corpus/summary.json").read_text(encoding="utf-8"))
    head: dict[str, Any] = {"run": folder.name, "papers": summary["read"]}
    rows = []
    for file in sorted((folder / "logs").rglob("*.seconds")):
        job = file.relative_to(folder / "logs").with_suffix("")
        rows.append(head | {"job": str(job)} | json.loads(file.read_text(encoding="utf-8")))
    for stage in sorted(path for path in folder.iterdir() if path.is_dir()):
        n_bytes = sum(file.stat().st_size for file in stage.rglob("*") if file.is_file())
        rows.append(head | {"stage": stage.name, "bytes": n_bytes})
    return rows


if __name__ == "__main__":
    main()
