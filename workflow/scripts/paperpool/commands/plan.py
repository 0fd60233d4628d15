"""``paperpool plan --from RUN [TARGET] [snakemake arguments]``: the bill of a run, beforehand."""

import argparse
import logging
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from paperpool.commands import costs, run
from paperpool.commands.costs import Cost, Job, Measured
from paperpool.errors import Problem, UserError, name_some
from paperpool.failures.records import LOGGER
from paperpool.finished_runs import FinishedRun, suggest

ABOUT = "Estimate jobs, hours, memory and disk of a run, from the measurements of finished runs."

TAKES_REST = True

RESULTS = Path("results")

_RULE = re.compile(r"^(?:use rule \w+ as|rule) (\w+)", re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that are ours; all others are Snakemake's."""
    parser.usage = "paperpool plan --from RUN [--papers N] [TARGET] [snakemake arguments]"
    parser.add_argument(
        "--from",
        metavar="RUN",
        dest="runs",
        action="append",
        required=True,
        help="a finished run below results/ that was measured; two of different sizes give lines",
    )
    parser.add_argument(
        "--papers", metavar="N", type=int, help="the rows of papers that the planned run will read"
    )
    parser.add_argument("--json", metavar="FILE", help="write the table for programs")
    run.add_snakefile(parser)


def execute(arguments: argparse.Namespace, rest: list[str]) -> int:
    """Print what the jobs that Snakemake plans will take; return its status if it fails."""
    from paperpool.io.files import write_json
    from paperpool.pages.grid_json import list_values
    from paperpool.pages.grid_text import has_colour, write_text

    measured = [_find_run(name) for name in arguments.runs]
    jobs, logger = JobFilter(), logging.getLogger(LOGGER)
    logger.addFilter(jobs)
    try:
        status = run.execute(arguments, [*rest, "--dry-run"])
    finally:
        logger.removeFilter(jobs)
    if status:
        return status
    if not jobs.found:
        print("Nothing is to be done.")
        return 0
    papers = _count_papers(arguments.papers, jobs.folder, measured)
    estimated = costs.estimate_costs(jobs.found, measured, papers)
    stages = _find_stages(run.find_snakefile(arguments.snakefile, Path.cwd(), Path(__file__)))
    table = _list_stages(estimated, stages, measured, papers)
    if arguments.json:
        write_json(arguments.json, list_values(table))
    print(write_text(table, colour=has_colour(sys.stdout)))
    print("\n".join(_list_notes(estimated, measured, papers)))
    return 0


class JobFilter(logging.Filter):
    """Gathers the planned jobs from Snakemake's records, and leaves out all but errors."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Job] = []
        self.folder = RESULTS
        """The folder of the planned run."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Look at a record; return whether to write it."""
        fields = vars(record)
        if fields.get("event") == "job_info" and fields["benchmark"]:
            folder, _, name = fields["benchmark"].partition(f"/{costs.BENCHMARKS}/")
            self.folder = Path(folder)
            resources = fields["resources"]
            self.found.append(
                Job(
                    fields["rule_name"],
                    Path(name),
                    not costs.SHARING.isdisjoint(fields["wildcards"]),
                    *(resources.get(key) for key in ("mem_mb", "runtime")),
                    gpus=resources.get("gpu", 0),
                )
            )
        return record.levelno >= logging.ERROR


def _find_run(name: str) -> Measured:
    found = FinishedRun(RESULTS / name)
    if not (found.folder / costs.BENCHMARKS).is_dir():
        known = [folder.parent.name for folder in RESULTS.glob(f"*/{costs.BENCHMARKS}")]
        raise UserError(Problem("There is no such run.", str(found.folder), suggest(name, known)))
    return Measured(found)


def _count_papers(named: int | None, folder: Path, measured: Sequence[Measured]) -> int:
    """Return the papers that the planned run will read; UserError if they are not known."""
    known = named if named is not None else Measured(FinishedRun(folder)).papers
    if not known and any(one.papers for one in measured):
        hint = "--papers N: about the lines of a shard times the number of shards."
        what = "It is not known how many papers the run will read."
        raise UserError(Problem(what, str(folder), hint))
    return known


def _find_stages(snakefile: str) -> dict[str, str]:
    """Return the stage of each rule: the folder of its file."""
    files = sorted(Path(snakefile).parent.glob("**/rules/*/*.smk"))
    return {
        rule: file.parent.name
        for file in files
        for rule in _RULE.findall(file.read_text(encoding="utf-8"))
    }


def _list_stages(
    estimated: Sequence[Cost], stages: Mapping[str, str], measured: Sequence[Measured], papers: int
):
    """Return a table of what each stage takes, and all together."""
    from paperpool.pages.grid import list_grid
    from paperpool.pages.wording import count, rounded

    groups = costs.group_by_stage(estimated, stages)
    disk = {name: costs.estimate_bytes(measured, name, papers) for name in groups}
    rows = [_add_up(name, group, disk[name]) for name, group in groups.items()]
    rows.append(_add_up("all", estimated, sum(disk.values())))
    titles = {
        **{"hours": "hours", "longest": "longest job, h", "memory": "largest job, GB"},
        **{"disk": "disk, GB", "gpu": "hours with a GPU"},
    }
    columns = [("stage", "stage"), ("jobs", "jobs", count)]
    columns += [(title, key, rounded) for key, title in titles.items()]
    return list_grid("plan", "What the jobs take", columns, rows)


def _add_up(stage: str, of_stage: Sequence[Cost], n_bytes: float) -> dict[str, str | float]:
    return {
        "stage": stage,
        "jobs": sum(cost.n for cost in of_stage),
        "hours": sum(cost.hours for cost in of_stage),
        "longest": max((cost.seconds or 0.0) / 3600 for cost in of_stage),
        "memory": max((cost.peak_mb or 0.0) / 1000 for cost in of_stage),
        "disk": n_bytes / 1e9,
        "gpu": sum(cost.hours for cost in of_stage if cost.job.gpus),
    }


def _list_notes(estimated: Sequence[Cost], measured: Sequence[Measured], papers: int) -> list[str]:
    """Return the rules that request too little, the jobs without measurement, and assumptions."""
    lines = []
    if settings := dict.fromkeys(one for cost in estimated for one in cost.settings()):
        lines.append(f"Requested too little: --set-resources {' '.join(settings)}")
    unmeasured = {str(c.job.benchmark.with_suffix("")): c.n for c in estimated if c.seconds is None}
    if unmeasured:
        named = name_some([f"{name} ({n})" for name, n in unmeasured.items()], 8)
        lines.append(f"Not measured, and counted as nothing: {named}.")
    if once := sum(cost.is_proportional for cost in estimated):
        lines.append(f"Measured at one size, and taken as proportional: {once} kinds of jobs.")
    sizes = " and ".join(f"{one.papers:,}" for one in measured)
    lines.append(
        f"Straight lines from {sizes} papers to {papers:,}, on a machine like that of the "
        "measurements, if as large a share of papers is kept. Hours are those of one job after "
        "the other; the disk is without temporary files. Memory that jobs bound grows less than "
        "its line: the larger the measured runs, the better."
    )
    return lines
