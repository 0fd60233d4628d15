"""What `paperpool plan` says of 300,000 papers after runs of 10,000 and 30,000, and the truth.

    .venv/bin/python bench/plan_bench.py [PROBE PROBE PLANNED]

Runs `snakemake mdcr` over generated papers at the three sizes, in shards of 5,000 papers, with as
many queries at each. Prints the plan of the last by the others, then that by itself: what it took.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from measuring import BENCH, CORES, ROOT

SIZES = (10_000, 30_000, 300_000)
PAPERS_PER_SHARD = 5_000


def main() -> None:
    """Measure the three sizes, and compare the plan of the last with what it took."""
    *probes, planned = [int(size) for size in sys.argv[1:]] or SIZES
    folder = BENCH / "plan"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for size in (*probes, planned):
        call("snakemake", folder, size, "mdcr", "--cores", str(CORES), "--quiet", "all")
    for measured in (probes, [planned]):
        named = [word for size in measured for word in ("--from", f"papers-{size}")]
        words = ["plan", *named, "--papers", str(planned), "mdcr"]
        call("paperpool.commands.main", folder, planned, *words)


def configure(folder: Path, papers: int, run: str) -> list[str]:
    """Write the overlay of a size; return the arguments that name it."""
    settings = {
        "run": run,
        "sections": ["corpus", "mdcr"],
        "demo": {"papers": papers, "shards": max(1, papers // PAPERS_PER_SHARD)},
        "rankers": {"cbow200": None, "tfidfcbow200": None, "minilm": None}
        | {"tfidf-2": {"kind": "tfidf"}},
        "mdcr": {
            "years": [2015, 2019],
            "queries": 20,
            "validation_queries": 10,
            "dataset_queries": 50,
            "pool_sizes": [papers // 2],
            "field_pool": 100_000,
            "samplings": 1,
            "depth": 100,
            "bm25": {"k1": [1.5], "b": [0.75]},
        },
    }
    path = folder / f"{run}.yaml"
    path.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
    return ["--configfile", str(path)]


def call(module: str, folder: Path, papers: int, *words: str) -> None:
    """Call Snakemake, or paperpool, for the run of a size."""
    workflow = ["--snakefile", str(ROOT / "workflow/Snakefile")]
    command = [sys.executable, "-m", module, *words, *workflow]
    overlay = configure(folder, papers, f"papers-{papers}")
    subprocess.run([*command, *overlay], cwd=folder, check=True)


if __name__ == "__main__":
    main()
