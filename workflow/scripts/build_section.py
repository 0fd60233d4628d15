"""Build sections of the run's report, each as a fragment that the report is put together from."""

from dataclasses import replace
from importlib import import_module
from typing import Any

from paperpool.pages.fingerprints import take_fingerprint
from paperpool.pages.fragments import write_fragments
from paperpool.pages.run_info import RunLabel
from paperpool.scripts import running


def name_files(name, asked):
    """Return a section's input files by their names, several of them by what each belongs to."""
    found: dict[str, Any] = {}
    for field in asked["files"]:
        files = snakemake.input[f"{name}_{field}"]
        if field in asked["keys"]:
            keys = [tuple(key) if isinstance(key, list) else key for key in asked["keys"][field]]
            found[field] = dict(zip(keys, files, strict=True))
        else:
            found[field] = files if isinstance(files, str) else list(files)
    return found


def list_files(name, fields):
    """Return all of a section's input files."""
    found = [snakemake.input[f"{name}_{field}"] for field in fields]
    return [file for one in found for file in ([one] if isinstance(one, str) else one)]


with running(snakemake):
    run = RunLabel(**snakemake.params.run)
    fragments = {}
    for name, asked in snakemake.params.sections.items():
        section = import_module(f"paperpool.{asked['module']}")
        files = section.collect_files(**name_files(name, asked), **asked["settings"])
        made_of = take_fingerprint(list_files(name, [*asked["files"], *asked["data"]]))
        fragments[name] = replace(section.build_section(run, files), made_of=made_of)
    write_fragments(snakemake.output.sections, fragments)
