"""Check the annotation of a configuration: the files and rankers that it names are there."""

from collections.abc import Iterable
from pathlib import Path

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.demo_runs import is_demo
from paperpool.errors import Problem
from paperpool.io.missing_files import find_missing_file
from paperpool.workflow.config.checked import DEFAULT_ENCODER, Checked
from paperpool.workflow.config.ranker_checks import find_unknown_encoders, find_unknown_rankers


def find_annotation_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each export or ranker that is not there, and for a pass without gold."""
    if not config.is_sound("annotation"):
        return
    annotation = config["annotation"]
    exports, further, judges = (annotation[key] for key in ("exports", "further", "judges"))
    if config.is_sound("rankers"):
        name = annotation["encoder"]
        order = config["pools"]["order"] if config.is_sound("pools") else "drawn"
        may_learn = order is None and is_demo(config) and name != DEFAULT_ENCODER
        if order == "feedback" or may_learn:
            named = [] if name is None else [name]
            yield from find_unknown_encoders(config, named, "annotation.encoder", True)
        for name, judge in judges.items():
            where = f"annotation.judges.{name}.same_model"
            yield from find_unknown_rankers(config, judge.get("same_model", []), where)
    passes = {name: annotation["full_text"][name] for name in ("abstracts", "full_texts")}
    named = {
        "exports": exports,
        "top_up.exports": (annotation["top_up"] or {}).get("exports", []),
        **{f"further.{name}": paths for name, paths in further.items()},
        **{f"full_text.{name}": paths for name, paths in passes.items()},
        "practice.exports": annotation["practice"]["exports"],
    }
    hint = "Name a file that Label Studio exported as JSON."
    for key, paths in named.items():
        for i, path in enumerate(paths):
            yield from find_missing_file(path, f"annotation.{key}.{i}", hint)
    for name, judge in judges.items():
        for i, path in enumerate(judge["grades"]):
            where = f"annotation.judges.{name}.grades.{i}"
            if Path(path).suffix != ".jsonl":
                hint = "Convert it to .jsonl, a pair a line (docs/annotation.md, Models as judges)."
                yield Problem(f"{path} is not a file of JSON lines.", where, hint)
            else:
                yield from find_missing_file(path, where, "Name a file of the judge's grades.")
    if lacking := [name for name, paths in passes.items() if not paths and any(passes.values())]:
        hint, where = (
            "Name the exports of both passes, or of neither.",
            f"annotation.full_text.{lacking[0]}",
        )
        yield Problem("Only one of the two passes has exports.", where, hint)
    hint = "Name a file of worked examples, or leave the key null."
    yield from find_missing_file(annotation["examples"], "annotation.examples", hint)
    if further and not exports:
        hint = "Set annotation.exports, too: a further pass is compared with their grades."
        what = "annotation.further is set, but annotation.exports is not."
        yield Problem(what, "annotation.further", hint)
    yield from _find_practice_problems(config)


def _find_practice_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem if there are no pairs to practise on, or to compare practice with."""
    practice = config["annotation"]["practice"]
    pairs, where = practice["pairs"], "annotation.practice.pairs"
    if isinstance(pairs, str):
        hint = "Name a file of graded pairs, or the number to draw from data.csfcube."
        yield from find_missing_file(pairs, where, hint)
    if not config.is_sound("data"):
        return
    has_grades = is_demo(config) or config["data"][judged_benchmark().name] is not None
    if isinstance(pairs, int) and not has_grades:
        what = "Practice pairs are drawn from CSFCube's grades, but data.csfcube is not set."
        hint = "Set data.csfcube, or name a file of graded pairs here (docs/annotation.md)."
        yield Problem(what, where, hint)
    if practice["exports"] and pairs is None and not is_demo(config):
        what = "annotation.practice.exports is set, but annotation.practice.pairs is not."
        hint = "Set it to its value of the time when the practice tasks were written."
        yield Problem(what, where, hint)
