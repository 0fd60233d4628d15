"""Configuration, paths and sections: what every rule file uses. No rules here."""

import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(workflow.basedir) / "workflow" / "scripts"))

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger

from paperpool.config import dump_yaml, fill_defaults, load_config
from paperpool.config_checks import check_config
from paperpool.csfcube.collection import FACETS
from paperpool.csfcube.foreign_runs import run_files
from paperpool.csfcube.release import REQUIRED as CSFCUBE_FILES
from paperpool.errors import UserError
from paperpool.fetch import read_sources
from paperpool.files import remove_leftovers
from paperpool.locks import hold_lock
from paperpool.provenance import code_digest

BASE = Path(os.path.relpath(workflow.basedir))
"""The repository, from the working directory."""

PUBLISHED = str(BASE / "resources" / "published" / "csfcube.csv")
RELEASED_QUERIES = str(BASE / "resources" / "published" / "csfcube_queries.txt")
SOURCES = str(BASE / "resources" / "sources.csv")


def read_config():
    """Return the checked configuration: config/config.yaml, then the user's overlays."""
    try:
        merged = load_config(
            BASE / "config" / "config.yaml",
            workflow.overwrite_configfiles,
            workflow.config_settings.config,
        )
        check_config(merged, BASE / "workflow" / "schemas" / "config.schema.yaml", PUBLISHED)
        return fill_defaults(merged)
    except UserError as error:
        count = len(error.problems)
        raise WorkflowError(
            f"{count} problem{'s' * (count > 1)} in the configuration:\n{error}"
        ) from None


config = read_config()

RESULTS = f"results/{config['run']}"
IS_DEMO = not any(config["data"].values())

DATA_KEYS = {
    "corpus": ["s2orc"],
    "pools": ["s2orc"],
    "annotation": ["csfcube", "s2orc"],
    "csfcube": ["csfcube"],
}
"""The data keys of each section: it needs one of them."""


def what_lacks(name):
    """Return the key that section ``name`` lacks and what is wrong with it, or None."""
    keys = DATA_KEYS[name]
    if not IS_DEMO and not any(config["data"][key] for key in keys):
        return f"data.{keys[0]}", "is not set"
    if name == "pools" and lacks_filter():
        return lacks_filter()
    if name == "pools" and not (IS_DEMO or config["data"]["csfcube"] or config["pools"]["queries"]):
        return "pools.queries", "is not set, nor data.csfcube, whose queries it would take"
    if name == "annotation" and what_lacks("csfcube") and what_lacks("pools"):
        return what_lacks("pools")
    return None


def lacks_filter():
    """Return the same for the papers that pools and their queries are drawn from."""
    if "csfcube" in config["corpus"]["filters"]:
        return None
    return "corpus.filters", "does not name csfcube"


SECTIONS = [name for name in DATA_KEYS if what_lacks(name) is None]
"""The sections that this run can make."""


def require_section(name):
    """Raise an error that names the key that section ``name`` lacks, where it lacks one."""
    refuse_lacking(f"The {name} section", what_lacks(name))


def refuse_lacking(what, lack):
    """Raise an error that names the key that ``what`` lacks: ``lack``, None where it lacks none."""
    if lack:
        key, problem = lack
        hint = f"set {key} in an overlay"
        if key == "corpus.filters":
            hint = "add csfcube to corpus.filters"
        if key.startswith("data."):
            hint += ", or set no data key to run on the demo data"
        raise WorkflowError(
            f"{what} needs {key}, which {problem}.\n"
            f"  Where: the merged configuration of run {config['run']!r}\n"
            f"  Hint: {hint}."
        )


def rankers_of_kind(*kinds):
    """Return the names of the rankers of the given kinds, in the configuration's order."""
    return [name for name, ranker in config["rankers"].items() if ranker["kind"] in kinds]


def any_of(names):
    """Return a wildcard constraint that matches one of ``names``, or nothing where none is."""
    return "|".join(map(re.escape, names)) or "(?!)"


def ranker_setting(key):
    """Return an input or params function: the setting ``key`` of the job's ranker."""
    return lambda wildcards: config["rankers"][wildcards.ranker][key]


def merged_config(wildcards):
    """Return the merged configuration as YAML (a function: it may hold braces)."""
    return dump_yaml(config)


def grow_memory(mb):
    """Return a resource function: ``mb`` megabytes, more with each attempt."""
    return lambda wildcards, attempt: mb * attempt


def announce_sections():
    """Say once which data the run uses and which sections it leaves out."""
    if not workflow.is_main_process:
        return
    if IS_DEMO:
        logger.info("No data is configured: using the generated demo data.")
    for name in DATA_KEYS:
        if name not in SECTIONS:
            logger.info(f"Leaving out {name}: {' '.join(what_lacks(name))}.")
    for key in sorted(set(config["data"]) - {key for keys in DATA_KEYS.values() for key in keys}):
        if config["data"][key]:
            logger.info(f"data.{key} is set, but no stage of this version reads it.")


held = []
"""Keeps the lock on the results until this process ends."""


def hold_results():
    """Make sure that no other process writes the results of this run."""
    try:
        held.append(hold_lock(f"{RESULTS}/logs/lock", guarded=RESULTS))
    except UserError as error:
        raise WorkflowError(str(error)) from None
    remove_leftovers(RESULTS)
    remove_leftovers(config["cache"], min_age=24 * 3600)


announce_sections()
