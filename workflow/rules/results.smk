"""Where the results of a run go, and that one process at a time writes them. No rules here."""

from paperpool.evaluation.doubts import list_doubts
from paperpool.io.files import read_json, remove_leftovers
from paperpool.io.locks import hold_until_end
from paperpool.manifest import refuse_changed_run
from paperpool.private_parts import find_executor, list_path_changes, wrap_onstart
from paperpool.slurm.executor import prepare_executor

RESULTS = os.path.normpath(os.path.join(config["results"], config["run"]))
"""The folder that everything of the run is written below."""


pathvars:
    results=RESULTS,
    logs=f"{RESULTS}/logs",
    benchmarks=f"{RESULTS}/benchmarks",


def refuse_changed_paths():
    """Raise an error where there is such a change: the files that rules name would not be theirs."""
    own = {
        "results": RESULTS,
        "logs": f"{RESULTS}/logs",
        "benchmarks": f"{RESULTS}/benchmarks",
    }
    changes = list_path_changes(workflow, own)
    if changes:
        raise WorkflowError(
            f"Paths of the rules are changed by {', '.join(changes)}, which cannot be followed.\n"
            "  Where: the module statement, or the workflow that it stands in\n"
            "  Hint: leave it out, and set results in the config of the module: the folder that "
            "everything is written below."
        )


refuse_changed_paths()


def announce_damage():
    """Say which files are longer or shorter than they were made: Snakemake would leave them so."""
    if workflow.is_main_process:
        try:
            refuse_changed_run(Path(RESULTS))
        except UserError as damage:
            logger.warning(str(damage))


announce_damage()


def hold_results():
    """Make sure that no other process writes the results of this run, nor a job left on a cluster."""
    try:
        hold_until_end(f"{RESULTS}/logs/lock", guarded=RESULTS)
        if workflow.executor_plugin.name == "slurm":
            prepare_executor(find_executor(workflow), RESULTS)
    except UserError as error:
        raise WorkflowError(str(error)) from error
    remove_leftovers(RESULTS)
    remove_leftovers(config["cache"], min_age=24 * 3600)


def repeat_doubts():
    """Say last which rankings from outside cannot be meant."""
    for section in CHOSEN:
        for file in sorted(Path(RESULTS).glob(f"{section}/**/checks.json")):
            for doubt in list_doubts(read_json(file)):
                logger.warning(str(doubt))


def hold_results_too(start):
    """Return a handler that holds the results of this run and then does what ``start`` does."""

    def start_both(log):
        hold_results()
        start(log)

    return start_both


if IS_MODULE:
    wrap_onstart(workflow, hold_results_too)
