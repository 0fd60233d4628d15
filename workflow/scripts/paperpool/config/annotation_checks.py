"""Check the annotation of a configuration: the files and rankers that it names are there."""

from collections.abc import Iterable
from pathlib import Path

from paperpool.config.checked import DEFAULT_ENCODER, Checked, is_demo
from paperpool.config.ranker_checks import find_unknown_encoders, find_unknown_rankers
from paperpool.errors import Problem


def find_annotation_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each export or ranker that is not there, and for a pass without gold."""
    if not config.is_sound("annotation"):
        return
    exports, further = config["annotation"]["exports"], config["annotation"]["further"]
    if config.is_sound("rankers"):
        name = config["annotation"]["encoder"]
        order = config["pools"]["order"] if config.is_sound("pools") else "drawn"
        may_learn = order is None and is_demo(config) and name != DEFAULT_ENCODER
        if order == "feedback" or may_learn:
            named = [] if name is None else [name]
            yield from find_unknown_encoders(config, named, "annotation.encoder", True)
        for name, judge in config["annotation"]["judges"].items():
            where = f"annotation.judges.{name}.same_model"
            yield from find_unknown_rankers(config, judge.get("same_model", []), where)
    top_up = config["annotation"]["top_up"] or {}
    named = {"annotation.exports": exports, "annotation.top_up.exports": top_up.get("exports", [])}
    named |= {f"annotation.further.{name}": paths for name, paths in further.items()}
    passes = {name: config["annotation"]["full_text"][name] for name in ("abstracts", "full_texts")}
    named |= {f"annotation.full_text.{name}": paths for name, paths in passes.items()}
    named["annotation.practice.exports"] = config["annotation"]["practice"]["exports"]
    for key, paths in named.items():
        for i, path in enumerate(paths):
            if not Path(path).is_file():
                hint = "Name a file that Label Studio exported as JSON."
                yield Problem(f"No such file: {path}.", f"{key}.{i}", hint)
    for name, judge in config["annotation"]["judges"].items():
        for i, path in enumerate(judge["grades"]):
            where = f"annotation.judges.{name}.grades.{i}"
            if Path(path).suffix != ".jsonl":
                hint = "Convert it (docs/annotation.md, Models as judges): a pair a line, .jsonl."
                yield Problem(f"Grades are read of JSON lines alone, not of {path}.", where, hint)
            elif not Path(path).is_file():
                yield Problem(f"No such file: {path}.", where, "Name a file of the judge's grades.")
    if lacking := [name for name, paths in passes.items() if not paths and any(passes.values())]:
        hint = "Name the exports of both passes, or of none."
        yield Problem(
            "One of two passes has no export.", f"annotation.full_text.{lacking[0]}", hint
        )
    if (path := config["annotation"]["examples"]) is not None and not Path(path).is_file():
        hint = "Name a file of worked examples, or leave the key null."
        yield Problem(f"No such file: {path}.", "annotation.examples", hint)
    if further and not exports:
        hint = "Set annotation.exports too: a further pass is compared with its grades."
        yield Problem("A further pass has nothing to be compared with.", "annotation.further", hint)
    yield from _find_practice_problems(config)


def _find_practice_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem if there are no pairs to practise on, or to compare practice with."""
    practice = config["annotation"]["practice"]
    pairs, where = practice["pairs"], "annotation.practice.pairs"
    if isinstance(pairs, str) and not Path(pairs).is_file():
        hint = "Name a file of graded pairs, or say how many of data.csfcube."
        yield Problem(f"No such file: {pairs}.", where, hint)
    if not config.is_sound("data"):
        return
    has_grades = is_demo(config) or config["data"]["csfcube"] is not None
    if isinstance(pairs, int) and not has_grades:
        what = "There are no settled grades to draw practice pairs from: data.csfcube is not set."
        hint = "Set it, or name a file of graded pairs (docs/annotation.md)."
        yield Problem(what, where, hint)
    if practice["exports"] and pairs is None and not is_demo(config):
        hint = "Set annotation.practice.pairs as it was when its tasks were written."
        yield Problem("Practice has nothing to be compared with.", where, hint)
