"""Names of the plan in rule files, looked up in its classes without running Snakemake."""

import ast
import importlib
import inspect
import re
import textwrap
import types
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Union, get_args, get_origin, get_type_hints

from paperpool.workflow.plan.run import Run

MADE = re.compile(r"^(\w+) = (\w+)\(run\)$", re.MULTILINE)
"""A plan that a rule file makes: ``holes = HolesPlan(run)``."""

ABBREVIATED = re.compile(r"^(\w+) = run((?:\.\w+)+)$", re.MULTILINE)
"""A name for a part of the plan or of the settings: ``demo = run.settings.demo``."""


@dataclass
class Member:
    """What an attribute is: ``parameters`` of a method, or the type of a value, None if unknown."""

    kind: Any = None
    parameters: list[str] | None = None


def find_mistakes(text: str) -> list[str]:
    """Return what is wrong with the names of the plan in a rule file."""
    found = []
    plans = find_plans(text)
    for alias, chain, bracket in find_chains(text, plans):
        steps = re.findall(r"\.\w+|\[", chain)
        problem = check_chain(plans[alias], steps, is_called=bool(bracket))
        if problem:
            found.append(f"{alias}{chain}{bracket}: {problem}")
    return found


def find_chains(text: str, names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return each of some names in a rule file, what follows it, and the bracket of a call.

    Attributes and square brackets follow. Paths are passed over.
    """
    chain = r"((?:\.\w+|\[[^\[\]]*\])+)(\(?)"
    return re.findall(rf"(?<![\w./])({'|'.join(names)}){chain}", text)


def find_plans(text: str) -> dict[str, Any]:
    """Return the types of the names of a rule file that stand for a plan or for settings."""
    plans: dict[str, Any] = {"run": Run}
    for alias, name in MADE.findall(text):
        imported = re.search(rf"^from (\S+) import .*\b{name}\b", text, re.MULTILINE)
        if imported:
            plans[alias] = getattr(importlib.import_module(imported[1]), name)
    for alias, chain in ABBREVIATED.findall(text):
        kind = Run
        for name in chain[1:].split("."):
            kind = find_member(kind, name).kind
        plans[alias] = kind
    return plans


def check_chain(kind: Any, steps: list[str], is_called: bool) -> str | None:
    """Return what is wrong with a chain of attributes and brackets, or None."""
    member = Member(kind)
    for i, step in enumerate(steps):
        if member.kind is None:  # nothing is known of it
            return None
        if step == "[":
            member = Member(type_of_items(member.kind))
            continue

        name = step[1:]
        member = find_member(member.kind, name)
        if member is None:
            return f"there is no {name}"
        is_last = i == len(steps) - 1
        problem = check_form(name, member, is_called and is_last, is_last)
        if problem:
            return problem
    return None


def check_form(name: str, member: Member, is_called: bool, is_last: bool) -> str | None:
    """Return whether a name has the form of what it is: value, function of wildcards or method."""
    if name.startswith("get_"):
        if member.parameters != ["wildcards"]:
            return "a name in get_ is a function of wildcards"
        return "a function of wildcards is not called in a rule" if is_called else None
    if is_called:
        return None if member.parameters is not None else "it is no function"
    if member.parameters is not None and is_last:
        return "a function that is handed over has a name in get_"
    return None


def find_member(kind: Any, name: str) -> Member | None:
    """Return what an attribute of a type is; None if there is none."""
    options = [option for option in list_options(kind) if option is not types.NoneType]
    for option in options:
        found = _find_in_class(get_origin(option) or option, name)
        if found is not None:
            return found
    return None


def list_options(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union, or the type itself."""
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


def type_of_items(kind: Any) -> Any:
    """Return the type of the items of a list or of the values of a mapping, if that is known."""
    arguments = get_args(kind)
    return arguments[-1] if arguments else None


def _find_in_class(owner: type, name: str) -> Member | None:
    if not owner.__module__.startswith("paperpool"):
        found = getattr(owner, name, None)
        return None if found is None else Member(parameters=[])
    for base in owner.__mro__:
        found = vars(base).get(name)
        if isinstance(found, property):
            return Member(_read_hints(found.fget)["return"])
        if isinstance(found, cached_property):
            made = found.func
            return Member(made if inspect.isclass(made) else _read_hints(made)["return"])
        if inspect.isfunction(found):
            return Member(parameters=[*inspect.signature(found).parameters][1:])
    hints = _read_hints(owner)
    if name in hints:
        return Member(hints[name])
    for base in owner.__mro__:
        if "__init__" in vars(base) and name in _list_set_attributes(base):
            return Member()
    return None


def _read_hints(annotated: Any) -> dict[str, Any]:
    return get_type_hints(annotated, localns={"Run": Run})


def _list_set_attributes(owner: type) -> set[str]:
    """Return the attributes that a class sets in ``__init__``."""
    try:
        source = inspect.getsource(vars(owner)["__init__"])
    except (OSError, TypeError):  # a dataclass has no source; its fields have annotations
        return set()
    found = set()
    for node in ast.walk(ast.parse(textwrap.dedent(source))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found
