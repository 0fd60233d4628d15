"""Make the standing runs on real data anew and compare what comes out: `make release-check`.

    PYTHONPATH=workflow/scripts .venv/bin/python bench/release_check.py [RUN ...]

Each run is made in a folder of its own with an empty cache: figures are compared with the expected
ones (`snakemake check_figures`), all files are read again (`snakemake verify`), and time, memory
and the digest of the tables of figures are compared with those of the last release, in release.csv
beside this file. A digest is compared where the processor is the same, as bfloat16 is another
arithmetic than float32. The run `size` is a million generated papers through the corpus stage and
MDCR (`make scale`), which has no expected figures; nor have tests too slow for `make test`:
`overlays` runs those of MDCR's and CSFCube's papers on generated papers, `head` trains the shipped
head anew. All runs together take many hours; name some.

What it writes: results/release-check/release.csv. It ends with 1 where figures failed, files were
damaged, or the digest is another on the same processor.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import resource
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from measuring import DATA, ROOT, measure, write_rows

FOLDER = ROOT / "results/release-check"
LAST = Path(__file__).with_name("release.csv")

RUNS = (
    *("csfcube-runs", "cranfield", "doris-mae", "scifact", "mdcr-acl", "cystic-fibrosis"),
    *("static-arxiv", "scisumm", "csfcube", "mdcr-hepth"),
    *("scisearch-identity", "scisearch-authors", "scisearch-two"),
    *("cranfield-mpnet", "doris-mae-mpnet", "scifact-mpnet", "mdcr-acl-mpnet", "csfcube-mpnet"),
)
"""The configurations that figures are expected of, the shortest first; then variants, the last of
models that are fetched (`paperpool fetch all-mpnet-base-v2 splade-tiny`).
"""

VARIANTS = ("mpnet", "identity", "authors", "two")
"""The last words of overlays that are given after the one without this word."""

FETCHED = {
    "cystic_fibrosis": "cystic-fibrosis",
    "csfcube_runs": "known-runs/sciatica/*",
    "csfcube_runs/specter": "csfcube/ranked_pools",
}
"""The folders of `paperpool fetch` that the data has in another place; `*`: all in it."""

QUIET = ("--quiet", "rules", "progress", "host", "reason")
"""What Snakemake leaves out: all but errors, and what jobs tell."""

MODELS = ROOT / "resources/models"
"""The models that were fetched."""

OTHERS = {
    "overlays": ["-m", "pytest", "-q", str(ROOT / "tests/workflow/paper_overlays.py")],
    "head": ["-m", "pytest", "-q", str(ROOT / "tests/facets/shipped_head.py")],
    "size": [str(ROOT / "bench/scale.py"), "1000000"],
}
"""What Python is called with for each run that no figures are expected of."""

SLOWER = 1.5
"""How many times the processor seconds of the last release are told of."""


@dataclass(frozen=True)
class Checked:
    """What came of a run; ``figures`` is empty where none are expected, ``digest`` likewise."""

    run: str
    processor: str
    seconds: float
    processor_seconds: float
    peak_mb: float
    figures: str = ""
    digest: str = ""


def name_processor() -> str:
    """Return the processor's name, and whether it has instructions for bfloat16."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    name = next(line.partition(": ")[2] for line in text.splitlines() if "model name" in line)
    return f"{name}, {'bfloat16' if 'bf16' in text else 'float32'}"


def call(*command: str) -> tuple[int, float]:
    """Run a command; return its status, and the processor seconds of all that it started."""
    status = subprocess.run(command, cwd=ROOT).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return status, used.ru_utime + used.ru_stime


def snakemake(folder: Path, run: str, target: str) -> list[str]:
    """Return the command that makes a target of a run in a folder."""
    base, _, variant = run.rpartition("-")
    names = [base, run] if variant in VARIANTS else [run]
    configs = [str(ROOT / f"config/{name}.yaml") for name in names]
    places = ["--directory", str(folder), "--configfile", *configs]
    return [str(ROOT / ".venv/bin/snakemake"), target, *QUIET, *places]


def check_run(run: str) -> tuple[Checked, bool]:
    """Make a run, compare its figures, read its files again; tell whether all is in order."""
    folder = FOLDER / run
    shutil.rmtree(folder, ignore_errors=True)
    link_data(folder / "resources")
    work = partial(call, *snakemake(folder, run, "check_figures"))
    (status, used), seconds, peak = measure(work)
    if status == 0:
        status, _ = call(*snakemake(folder, run, "verify"))
    counts, digest = read_figures(folder / "results" / run)
    return Checked(run, name_processor(), seconds, used, peak, counts, digest), status == 0


def link_data(resources: Path) -> None:
    """Have the data and the fetched models in a folder, by the names of `paperpool fetch`."""
    places = {data.name: data for data in DATA.iterdir()}
    if MODELS.is_dir():
        places["models"] = MODELS
    for name, place in FETCHED.items():
        found = DATA / place
        if found.name == "*":
            places |= {f"{name}/{part.name}": part for part in found.parent.glob("*")}
        elif found.is_dir():
            places[name] = found

    for name, place in places.items():
        link = resources / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(place)


def read_figures(results: Path) -> tuple[str, str]:
    """Return how many figures of a run were ok, close and so on, and the digest of its tables."""
    checked = results / "figures_check.csv"
    if not checked.is_file():
        return "not compared", ""
    with checked.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    outcomes = Counter(row["outcome"] for row in rows)
    digest = hashlib.sha256()
    for table in sorted({row["table"] for row in rows}):
        digest.update((results / table).read_bytes())
    return ", ".join(
        f"{n} {outcome}" for outcome, n in sorted(outcomes.items())
    ), digest.hexdigest()


def check_other(run: str) -> tuple[Checked, bool]:
    """Make one of ``OTHERS``; tell whether it ended well."""
    (status, used), seconds, peak = measure(partial(call, sys.executable, *OTHERS[run]))
    return Checked(run, name_processor(), seconds, used, peak), status == 0


def read_last() -> dict[str, Checked]:
    """Return what came of each run at the last release."""
    with LAST.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    numbers = ("seconds", "processor_seconds", "peak_mb")
    return {row["run"]: Checked(**row | {n: float(row[n]) for n in numbers}) for row in rows}


def compare(now: Checked, last: Checked | None) -> tuple[list[str], bool]:
    """Return what to tell of a run beside the last release, and whether its bytes are the same.

    Those of another processor count as the same.
    """
    told = [
        f"{now.run}: {now.figures or 'no figures'}; {now.seconds:.0f} s, "
        f"{now.processor_seconds:.0f} processor seconds, {now.peak_mb:.0f} MB"
    ]
    if last is None:
        return [*told, "  not measured at the last release"], True
    if now.processor_seconds > SLOWER * last.processor_seconds:
        told.append(f"  slower: {last.processor_seconds:.0f} processor seconds at the last release")
    if last.processor != now.processor:
        return [*told, f"  digest not compared: the last release was on {last.processor}"], True
    same = now.digest == last.digest
    return [*told, f"  digest {'the same' if same else 'ANOTHER'}"], same


def main() -> int:
    """Check the runs one by one; each is told of and written at once."""
    parser = argparse.ArgumentParser(description="Compare the standing runs with expectations.")
    parser.add_argument("runs", nargs="*", choices=[*RUNS, *OTHERS, []], metavar="RUN", default=[])
    names = parser.parse_args().runs or [*RUNS, *OTHERS]
    last = read_last() if LAST.is_file() else {}
    found, failed = [], []
    for name in names:
        checked, sound = check_other(name) if name in OTHERS else check_run(name)
        told, same = compare(checked, last.get(name))
        print("\n".join(told), flush=True)
        found.append(checked)
        failed += [] if sound and same else [name]
        write_rows(found, FOLDER / "release.csv")
    print(
        f"{len(names) - len(failed)} of {len(names)} runs in order" + f": {failed}" * bool(failed)
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
