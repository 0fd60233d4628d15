"""Values that YAML 1.1 reads as others than are written: ``1:30`` is 90 to it, and ``010`` is 8."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import yaml

from paperpool.errors import Problem

_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
_DATE = "tag:yaml.org,2002:timestamp"
_MERGE = "tag:yaml.org,2002:merge"


def find_misread(loader: yaml.SafeLoader, root: yaml.Node) -> list[Problem]:
    """Return a problem for each misread value and key below ``root``, with its line.

    Raises ValueError for a date or a number that Python does not have.
    """
    found = []
    for node, is_key in _list_scalars(root):
        value = loader.construct_object(node)
        explained = _explain_key(node, value) if is_key else _explain_value(node, value)
        if explained:
            message, hint = explained
            found.append(Problem(message, f"line {node.start_mark.line + 1}", hint))
    return found


def read_plain(text: str) -> Any:
    """Return the value of a text by YAML; if YAML would misread it, the text itself.

    Raises YAMLError if it is malformed.
    """
    loader = yaml.SafeLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        if find_misread(loader, node):
            return text
        return loader.construct_document(node)
    finally:
        loader.dispose()


def suggest_number(text: str) -> str:
    """Return how to write a number that YAML, or a quote, has made a text; else nothing."""
    try:
        number = float(text)
        whole = int(number)
    except (ValueError, OverflowError):  # no number, or not a finite one
        return ""
    written = yaml.safe_dump(whole if whole == number else number).split("\n")[0]
    return f"{text} is a text to YAML: write {written}, without quotes."


def _list_scalars(root: yaml.Node) -> Iterator[tuple[yaml.ScalarNode, bool]]:
    """Yield the unquoted values below a node, each once, and whether it is a key."""
    seen: set[int] = set()
    waiting = [(root, False)]
    while waiting:
        node, is_key = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            for key, value in reversed(node.value):
                waiting += [(value, False), (key, True)]
        elif isinstance(node, yaml.SequenceNode):
            waiting += [(child, False) for child in reversed(node.value)]
        elif isinstance(node, yaml.ScalarNode) and node.style is None and node.tag != _MERGE:
            yield node, is_key


def _explain_value(node: yaml.ScalarNode, value: object) -> tuple[str, str] | None:
    """Return what is wrong with a value and what to write, if it is not what is written."""
    text = node.value
    if node.tag == _DATE:
        return f"YAML reads {text} as a date.", f'Put it in quotes: "{text}".'
    if node.tag not in _NUMBERS:
        return None

    message = f"YAML reads {text} as the number {value}."
    if ":" in text:
        return message, f'Write {value} if that is meant, or put it in quotes: "{text}".'
    decimal = _read_decimal(text)
    if decimal is not None and decimal != value:
        hint = f'Write {decimal} without the zero, {value} if that is meant, or "{text}" in quotes.'
        return message, hint
    return None


def _read_decimal(text: str) -> int | None:
    """Return the number that the digits of a text have as a decimal, if it has nothing else."""
    digits = text.replace("_", "")
    if not digits.lstrip("+-").isdecimal():
        return None
    return int(digits)


def _explain_key(node: yaml.ScalarNode, value: object) -> tuple[str, str] | None:
    """Return what is wrong with a key and what to write, if it does not stay what is written."""
    text = node.value
    if str(value) == text:
        return None
    read = "a date" if isinstance(value, date) else yaml.safe_dump(value).split("\n")[0]
    return f"YAML reads the key {text or '(nothing)'} as {read}.", f'Put it in quotes: "{text}".'
