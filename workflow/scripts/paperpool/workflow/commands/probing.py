"""A probe: the run of 1% of the files of ``data.s2orc``, by which the whole run is planned."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.fetch.listing import OPENALEX
from paperpool.fetch.releases import Source
from paperpool.io.files import expand_globs, write_text
from paperpool.io.yaml_files import load_yaml
from paperpool.workflow.commands import run
from paperpool.workflow.config.loading import dump_yaml, merge
from paperpool.workflow.corpus.sources import METADATA, TABLE, read_columns, source_patterns

EVERY = 100
"""One of so many files of a source is read, the first of them."""

ENDING = "-probe"
"""How the name of a probe's run ends."""

_HINT = "Make a small run of your own, and name it: --from RUN."


@dataclass(frozen=True)
class Probe:
    """A probe: its run, Snakemake's status, and how many times as many bytes all files have."""

    run: str
    status: int
    factor: float

    def count_papers(self, read: int) -> int:
        """Return about how many papers all files have, of which the probe has ``read`` some."""
        return round(read * self.factor)


def make_probe(
    arguments: argparse.Namespace, unparsed: Sequence[str], runs: Sequence[str]
) -> Probe:
    """Make the run of a part of the files that the overlays of a command name.

    Raises UserError if there is no corpus of files that can be read in part.
    """
    parsed = run.parse_words(unparsed)
    if runs or not parsed.configfile or parsed.config:
        hint = "paperpool plan --probe [TARGET] --configfile FILE, without --from and --config."
        raise UserError(Problem("A probe goes by overlays alone.", "--probe", hint))

    config: dict[str, Any] = {}
    for overlay in parsed.configfile:
        config = merge(config, load_yaml(overlay))
    sources = (config.get("data") or {}).get("s2orc") or []
    sampled, factor = sample_sources(sources)

    name = f"{config.get('run', 'probe')}{ENDING}"
    overlay = Path(config.get("results", "results"), f"{name}.yaml")
    write_text(overlay, dump_yaml({"run": name, "data": {"s2orc": sampled}}))
    words = add_overlay(unparsed, [*parsed.configfile, overlay])
    return Probe(name, run.execute(arguments, words), factor)


def add_overlay(words: Sequence[str], overlays: Sequence[Path]) -> list[str]:
    """Return Snakemake's arguments with these overlays, which replace those that they name.

    Of several ``--configfile`` the last holds.
    """
    return [*words, "--configfile", *map(str, overlays)]


def sample_sources(sources: Sequence[Source]) -> tuple[list[Source], float]:
    """Return sources of one of ``EVERY`` files, and how many times as many bytes all files have."""
    sampled: list[Source] = []
    n_bytes = 0
    n_sampled = 0
    for source in sources:
        patterns_of_kinds = source_patterns(source)  # of a release there are none
        if not patterns_of_kinds or not set(patterns_of_kinds) <= {METADATA, OPENALEX, TABLE}:
            raise UserError(Problem("It cannot be read in part.", "data.s2orc", _HINT))
        for kind, patterns in patterns_of_kinds.items():
            files = expand_globs(patterns)
            chosen = files[::EVERY]
            n_bytes += _count_bytes(files)
            n_sampled += _count_bytes(chosen)
            sampled += _name_files(kind, chosen, source)
    if not n_sampled:
        raise UserError(Problem("There are no files to read a part of.", "data.s2orc", _HINT))
    return sampled, n_bytes / n_sampled


def _count_bytes(files: Sequence[str]) -> int:
    return sum(Path(file).stat().st_size for file in files)


def _name_files(kind: str, files: Sequence[str], source: Source) -> list[Source]:
    """Return sources of the files of a kind, as ``data.s2orc`` names them."""
    if kind == METADATA:
        return list(files)
    if kind == OPENALEX:
        return [{OPENALEX: list(files)}]
    columns = read_columns(source)
    return [{**columns, TABLE: file} for file in files]
