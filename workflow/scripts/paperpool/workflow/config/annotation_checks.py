"""Check the annotation of a configuration: the files and rankers that it names are there."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.schemes import read_scheme
from paperpool.demo_runs import is_demo
from paperpool.errors import Problem, UserError
from paperpool.io.missing_files import find_missing_file
from paperpool.workflow.annotation.worked_examples import read_examples, scheme_examples
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.config.ranker_checks import find_unknown_rankers
from paperpool.workflow.config.scheme_checks import find_scheme_file

_PASSES = ("abstracts", "full_texts")
"""The passes over the same pairs, whose agreement is measured."""


def find_annotation_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each export or ranker that is not there, and for a pass without gold."""
    if not config.is_sound("annotation"):
        return
    annotation = config["annotation"]
    if config.is_sound("rankers"):
        for name, judge in annotation["judges"].items():
            where = f"annotation.judges.{name}.same_model"
            yield from find_unknown_rankers(config, judge.get("same_model", []), where)

    yield from _find_missing_exports(annotation)
    for name, judge in annotation["judges"].items():
        yield from _find_grade_problems(judge["grades"], f"annotation.judges.{name}.grades")

    passes = {name: annotation["full_text"][name] for name in _PASSES}
    if any(passes.values()) and not all(passes.values()):
        lacking = [name for name, exports in passes.items() if not exports]
        where = f"annotation.full_text.{lacking[0]}"
        hint = "Name the exports of both passes, or of neither."
        yield Problem("Only one of the two passes has exports.", where, hint)

    yield from _find_example_problems(config)

    if annotation["further"] and not annotation["exports"]:
        message = "annotation.further is set, but annotation.exports is not."
        hint = "Set annotation.exports, too: a further pass is compared with their grades."
        yield Problem(message, "annotation.further", hint)

    yield from _find_practice_problems(config)


def _find_example_problems(config: Checked) -> Iterable[Problem]:
    """Yield the mistakes of the worked examples: those of a user's file, else of the scheme."""
    given = config["annotation"]["examples"]
    hint = "Name a file of worked examples, or leave the key null."
    missing = list(find_missing_file(given, "annotation.examples", hint))
    yield from missing
    if missing or not config.is_sound("data"):
        return

    path = find_scheme_file(config)
    try:
        scheme = read_scheme(path)
    except UserError:  # which is told for the scheme itself
        return
    if scheme.is_default and given is None:  # ours are sound
        return
    try:
        if given is None:
            scheme_examples(scheme, path)
        else:
            read_examples(given, scheme)
    except UserError as error:
        yield from error.problems


def _find_missing_exports(annotation: Mapping[str, Any]) -> Iterable[Problem]:
    """Yield a problem for each file of exported grades that is not there."""
    exports = {"exports": annotation["exports"]}
    for name, paths in annotation["further"].items():
        exports[f"further.{name}"] = paths
    for name in _PASSES:
        exports[f"full_text.{name}"] = annotation["full_text"][name]
    exports["practice.exports"] = annotation["practice"]["exports"]

    hint = "Correct the path, or leave it out until there are answers."
    for key, paths in exports.items():
        for i, path in enumerate(paths):
            yield from find_missing_file(path, f"annotation.{key}.{i}", hint)


def _find_grade_problems(paths: Iterable[str], key: str) -> Iterable[Problem]:
    """Yield a problem for each file of a judge's grades that is not there, or no JSON lines."""
    for i, path in enumerate(paths):
        where = f"{key}.{i}"
        if Path(path).suffix != ".jsonl":
            hint = "Convert it to .jsonl, a pair a line (docs/annotation.md, Models as judges)."
            yield Problem(f"{path} is not a file of JSON lines.", where, hint)
        else:
            yield from find_missing_file(path, where, "Name a file of the judge's grades.")


def _find_practice_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem if there are no pairs to practise on, or to compare practice with."""
    practice = config["annotation"]["practice"]
    pairs = practice["pairs"]
    where = "annotation.practice.pairs"
    if isinstance(pairs, str):
        hint = "Name a file of graded pairs, or the number to draw from data.csfcube."
        yield from find_missing_file(pairs, where, hint)
    if not config.is_sound("data"):
        return

    has_grades = is_demo(config) or config["data"][judged_benchmark().name] is not None
    if isinstance(pairs, int) and not has_grades:
        message = "Practice pairs are drawn from CSFCube's grades, but data.csfcube is not set."
        hint = "Set data.csfcube, or name a file of graded pairs here (docs/annotation.md)."
        yield Problem(message, where, hint)

    if practice["exports"] and pairs is None and not is_demo(config):
        message = "annotation.practice.exports is set, but annotation.practice.pairs is not."
        hint = "Set it to its value of the time when the practice tasks were written."
        yield Problem(message, where, hint)
