"""The possible targets of the command line, and errors about others."""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from paperpool.errors import Problem, UserError, name_some

_WILDCARD = re.compile(r"\{(\w+)(?:,((?:[^{}]|\{\d+(?:,\d*)?\})+))?\}")
"""A wildcard in the name of an output, as Snakemake has it: its name, and its possible values."""


@dataclass(frozen=True)
class Targets:
    """The possible targets: stages, files, results' folder, ``patterns`` of requested rules."""

    stages: Sequence[str] = ()
    files: Sequence[str] = ()
    results: str = "results"
    patterns: Mapping[str, str] = field(default_factory=dict)

    def explain_unknown(self, target: str) -> Problem:
        """Return that there is no such target, with those that are close to it.

        A file of YAML was meant as a configuration, but for one below the results.
        """
        if not self.stages:  # of a Snakefile that is not ours
            return Problem(f"There is no target {target!r}.", "the command line", "Correct it.")
        if target.endswith((".yaml", ".yml")) and not target.startswith("results/"):
            message = f"There is no target {target!r}, which looks like a configuration."
            hint = f"Name it after --configfile, behind any target: --configfile {target}"
            return Problem(message, "the command line", hint)

        hint = f"The stages: {', '.join(self.stages)}. Any output file is a target too."
        if target.startswith("results/") and not target.startswith(f"{self.results}/"):
            hint = f"This run writes below {self.results}: name the overlay that sets another run."
        else:
            close = difflib.get_close_matches(target, self.stages)
            if not close:
                close = difflib.get_close_matches(target, self.files, n=1, cutoff=0.8)
            if close:
                hint = f"Did you mean {' or '.join(map(repr, close))}? {hint}"
        return Problem(f"There is no target {target!r}.", "the command line", hint)

    def explain_wildcards(self) -> str | None:
        """Return that the files of each rule of ``patterns`` are targets and it is not."""
        problems = []
        for rule, pattern in self.patterns.items():
            wildcards = dict.fromkeys(name for name, _ in _WILDCARD.findall(pattern))
            message = (
                f"{rule} is no target by itself: it makes files for each {' and '.join(wildcards)}."
            )
            hint = "With this configuration it makes none."
            files = list_files(pattern)
            if files:
                hint = (
                    f"Name one of its files, {name_some(files, 3)}, or make it and what follows "
                    f"from it again with `-R {rule}`."
                )
            problems.append(Problem(message, "the command line", hint))

        if not problems:
            return None
        return str(UserError(problems))


def list_files(pattern: str) -> list[str]:
    """Return the files of an output's name with wildcards; unrestricted wildcards stay."""
    allowed = {}
    for wildcard, constraint in _WILDCARD.findall(pattern):
        allowed[wildcard] = _list_names(wildcard, constraint)

    plain = _WILDCARD.sub(r"{\1}", pattern)
    files = []
    for names in product(*allowed.values()):
        values = dict(zip(allowed, names, strict=True))
        files.append(plain.format_map(values))
    return files


def _list_names(wildcard: str, constraint: str) -> list[str]:
    """Return the names that a wildcard's constraint lists, none if it has no match.

    Of a constraint that is no list of names, the wildcard itself is returned.
    """
    if constraint == "(?!)":
        return []
    names = [re.sub(r"\\(.)", r"\1", name) for name in constraint.split("|")]
    is_list = constraint == "|".join(map(re.escape, names))
    if constraint and is_list:
        return names
    return [f"{{{wildcard}}}"]
