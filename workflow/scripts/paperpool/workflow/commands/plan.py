"""``paperpool plan [snakemake arguments]``: what a run will take, before it is made.

It goes by finished runs (``--from``), by a run on 1% of the given files (``--probe``), or else by
the measurements that come with the package.
"""

import argparse
import logging
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from paperpool.commands.outputs import (
    ABOUT_FILES,
    Input,
    check_outputs,
    find_printing,
    write_output,
)
from paperpool.errors import Problem, UserError, name_some
from paperpool.finished_runs import FinishedRun
from paperpool.io.os_errors import explain_os_error
from paperpool.workflow.commands import certainty, costs, probing, run
from paperpool.workflow.commands.costs import Cost, Job, Measured, Measurements
from paperpool.workflow.commands.shipped import ShippedRun, name_processor, read_shipped
from paperpool.workflow.commands.verify import find_folder
from paperpool.workflow.running.failures.records import LOGGER

ABOUT = "Estimate jobs, hours, memory and disk of a run, from measurements of others."

TAKES_REST = True

_RULE = re.compile(r"^ *(?:use rule \w+ as|rule) (\w+)", re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that are ours; all others are Snakemake's."""
    parser.usage = (
        "paperpool plan [--from RUN | --probe] [--papers N] [TARGET] [snakemake arguments]"
    )
    parser.add_argument(
        "--from",
        metavar="RUN",
        dest="runs",
        action="append",
        default=[],
        help="a finished run that was measured, its name or folder; two sizes give a line; by "
        "default the measurements that come with paperpool are used",
    )
    parser.add_argument(
        "--probe",
        action="store_true",
        help="first make the run of 1%% of the files of data.s2orc, and measure it",
    )
    parser.add_argument(
        "--papers", metavar="N", type=int, help="the rows of papers that the planned run reads"
    )
    parser.add_argument("--json", metavar="FILE", help="write the table and notes for programs")
    parser.epilog = ABOUT_FILES
    run.add_snakefile(parser)


def execute(arguments: argparse.Namespace, unparsed: list[str]) -> int:
    """Print what all jobs of a run will take; return Snakemake's status if it cannot plan them."""
    from paperpool.io.files import format_json
    from paperpool.pages.grid_json import list_values
    from paperpool.pages.grid_text import has_colour, write_text

    snakefile = run.find_snakefile(arguments.snakefile, Path.cwd(), Path(__file__))
    runs = list(dict.fromkeys(arguments.runs))
    papers = arguments.papers
    if arguments.probe:
        probe = probing.make_probe(arguments, unparsed, runs)
        if probe.status:
            return probe.status
        runs = [probe.run]
        if papers is None:
            papers = probe.count_papers(_find_run(probe.run).papers)

    found = [_find_run(name) for name in runs]
    processor = name_processor()
    measured: Sequence[Measurements] = found or read_shipped(processor)
    check_outputs({"--json": arguments.json}, _list_inputs(found, snakefile, unparsed))

    jobs = JobFilter()
    logger = logging.getLogger(LOGGER)
    logger.addFilter(jobs)
    try:
        # all jobs, done or not: otherwise it would not be known how many share the papers
        status = run.execute(arguments, [*unparsed, "--dry-run", "--forceall"])
    finally:
        logger.removeFilter(jobs)
    if status:
        return status

    stages = _find_stages(snakefile)
    planned = [job for job in jobs.found if stages.get(job.rule) != "fetch"]
    try:
        papers = _count_papers(papers, {stages.get(job.rule) for job in planned})
        estimated = costs.estimate_costs(planned, measured, papers)
        besides = _find_besides(measured, processor)
        table = _list_stages(estimated, stages, measured, papers, besides)
        notes = _list_notes(estimated, measured, papers)
        if arguments.json is not None:
            values = list_values(table) | {"notes": notes}
            write_output(arguments.json, format_json(values))
    except BrokenPipeError:  # of whoever reads the output, which is no error
        raise
    except OSError as error:
        raise UserError(explain_os_error(error, "the measured runs")) from error

    stream = find_printing([arguments.json])
    print(write_text(table, colour=has_colour(stream)), file=stream)
    print("\n".join(notes), file=stream)
    return 0


def _list_inputs(measured: Sequence[Measured], snakefile: str, words: Sequence[str]) -> list[Input]:
    """Return the measured runs, and the files that the arguments name: overlays and targets."""
    inputs = [Input(f"--from {found.run.run}", found.run.folder) for found in measured]
    inputs.append(Input(f"--snakefile {snakefile}", Path(snakefile)))
    for word in words:
        path = Path(word.rpartition("=")[2])
        if path.is_file():
            inputs.append(Input(word, path))
    return inputs


class JobFilter(logging.Filter):
    """Gathers the planned jobs from Snakemake's records, and leaves out all but warnings."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Job] = []

    def filter(self, record: logging.LogRecord) -> bool:
        """Look at a record; return whether to write it."""
        fields = vars(record)
        if fields.get("event") == "job_info" and fields["benchmark"]:
            resources = fields["resources"]
            self.found.append(
                Job(
                    rule=fields["rule_name"],
                    benchmark=Path(fields["benchmark"].rpartition(f"/{costs.BENCHMARKS}/")[2]),
                    wildcards=frozenset(fields["wildcards"]),
                    mem_mb=resources.get("mem_mb"),
                    runtime=resources.get("runtime"),
                    gpus=resources.get("gpu", 0),
                )
            )
        return record.levelno >= logging.WARNING


def _find_run(name: str) -> Measured:
    found = FinishedRun(find_folder(name, Path("results")))
    if not (found.folder / costs.BENCHMARKS).is_dir():
        hint = "Name a run that was made here: they are measured as they are made."
        message = f"Run {name!r} has no benchmark files."
        raise UserError(Problem(message, str(found.folder / costs.BENCHMARKS), hint))
    return Measured(found)


def _count_papers(named: int | None, stages: set[str | None]) -> int | None:
    """Return the papers that the planned run reads, None if it has no corpus."""
    if named is None and "corpus" not in stages:
        return None
    if named is None or named < 1:
        hint = "--papers N: about the lines of a shard times the number of shards."
        message = "It is not known how many papers the run will read."
        raise UserError(Problem(message, "--papers", hint))
    return named


def _find_stages(snakefile: str) -> dict[str, str]:
    """Return the stage of each rule: the folder of its file, or an extra's name."""
    above = Path(snakefile).parent
    files = list(above.glob("rules/*/*.smk"))
    files += above.glob("workflow/rules/*/*.smk")
    stages = {}
    for file in sorted(files):
        folder = file.parent.name
        stage = file.stem if folder == "extras" else folder
        for rule in _RULE.findall(file.read_text(encoding="utf-8")):
            stages[rule] = stage
    return stages


def _find_besides(measured: Sequence[Measurements], processor: str) -> certainty.Factors | None:
    """Return the factors of measurements that come with the package, None of runs made here."""
    shipped = [finished for finished in measured if isinstance(finished, ShippedRun)]
    if not shipped:
        return None
    if shipped[0].processor == processor:
        return certainty.ELSEWHERE
    return certainty.OTHER_PROCESSOR


def _list_stages(
    estimated: Sequence[Cost],
    stages: Mapping[str, str],
    measured: Sequence[Measurements],
    papers: int | None,
    besides: certainty.Factors | None,
):
    """Return a table of what each stage takes, and all together; beside it, how sure that is."""
    from paperpool.pages.grid import list_grid
    from paperpool.pages.wording import count, decimal, rounded

    rows = []
    for name, group in costs.group_by_stage(estimated, stages).items():
        n_bytes = costs.estimate_bytes(measured, name, papers)
        rows.append(_add_up(name, group, n_bytes, certainty.rate(group, besides)))
    n_bytes = costs.estimate_bytes(measured, ".", papers)
    rows.append(_add_up("all", estimated, n_bytes, certainty.rate(estimated, besides)))

    columns = [
        ("stage", "stage"),
        ("jobs", "jobs", count),
        ("not measured", "unknown", count),
        ("hours", "hours", rounded),
        ("longest job, h", "longest", rounded),
        ("hours within ×÷", "hours_factor", decimal),
        ("largest job, GB", "memory", rounded),
        ("within ×÷", "memory_factor", decimal),
        ("disk, GB", "disk", rounded),
        ("within ×÷", "disk_factor", decimal),
        ("hours with a GPU", "gpu", rounded),
    ]
    return list_grid("plan", "What the jobs take", columns, rows)


def _add_up(
    name: str, estimated: Sequence[Cost], n_bytes: float, factors: certainty.Factors | None
) -> dict[str, str | float | None]:
    """Return a row of the table; what no job was measured of, and unknown factors, are missing."""
    known = [cost for cost in estimated if cost.seconds is not None]
    unknown = [cost for cost in estimated if cost.seconds is None]
    row: dict[str, str | float | None] = {
        "stage": name,
        "jobs": sum(cost.n for cost in estimated),
        "unknown": sum(cost.n for cost in unknown),
        "hours": None,
        "longest": None,
        "memory": None,
        "disk": None,
        "hours_factor": None,
        "memory_factor": None,
        "disk_factor": None,
        "gpu": sum(cost.hours for cost in known if cost.job.gpus),
    }
    if known:
        row["hours"] = sum(cost.hours for cost in known)
        row["longest"] = max(cost.hours / cost.n for cost in known)
    peaks = [cost.peak_mb for cost in known if cost.peak_mb is not None]
    if peaks:
        row["memory"] = max(peaks) / 1000
    if n_bytes:
        row["disk"] = n_bytes / 1e9
    if factors is not None:
        for figure in ("hours", "memory", "disk"):
            if row[figure] is not None:
                row[f"{figure}_factor"] = getattr(factors, figure)
    return row


def _list_notes(
    estimated: Sequence[Cost], measured: Sequence[Measurements], papers: int | None
) -> list[str]:
    """Return the rules that request too little, the jobs without measurement, and assumptions."""
    notes = []
    settings = costs.find_settings(estimated)
    if settings:
        notes.append(f"More than is requested: --set-resources {' '.join(settings)}")

    unknown = []
    guesses = []
    flat = []
    for cost in estimated:
        if cost.is_flat and cost.job.rule not in flat:
            flat.append(cost.job.rule)
        if cost.seconds is None:
            unknown.append(str(cost.job.benchmark.with_suffix("")))
        if cost.is_guess and cost.job.rule not in guesses:
            guesses.append(cost.job.rule)
    if unknown:
        notes.append(f"Not measured, and not counted: {name_some(unknown, 8)}.")
    if guesses:
        rules = name_some(guesses, 8)
        how = "their time is taken as proportional, their memory as constant"
        notes.append(f"Measured at one size ({rules}): {how}.")

    if flat:
        much = "took no longer with more papers, as they hardly did more than start"
        notes.append(
            f"Not known, and perhaps much more: jobs that {much} ({name_some(flat, 8)}). Their "
            "stages have no factor. Measure a larger run."
        )

    sizes = [finished.papers for finished in measured]
    if papers and papers > costs.FAR * max(sizes):
        factor = papers / max(*sizes, 1)
        much = f"{factor:,.0f} times as many papers as the largest measured run"
        notes.append(f"Doubtful: {much}. Measure a larger one.")

    read = ""
    if papers:
        measured_sizes = " and ".join(f"{n:,}" for n in sizes)
        read = f" from {measured_sizes} papers to {papers:,}"
    where = "on the machine, and with the settings, of the measured runs"
    if isinstance(measured[0], ShippedRun):
        where = (
            f"by measurements that come with paperpool ({measured[0].processor}); --probe measures "
            "1% of your files here"
        )
    notes.append(
        f"Straight lines{read}: {where}. Hours are added up, as of one job after the other. "
        "Downloads and temporary files are left out. Within ×÷ 2 means half to twice as much."
    )
    return notes
