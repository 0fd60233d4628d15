"""YAML files of users, configurations above all: read as plain data, without running code."""

import copy
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from paperpool.errors import Problem, UserError
from paperpool.io.misread_scalars import find_misread
from paperpool.io.os_errors import explain_os_error

_MOST_VALUES = 100_000
"""Values that a file may have, each counted as often as aliases repeat it."""

_SEE = "See config/config.yaml for the form."


class _StrictLoader(yaml.SafeLoader):
    """YAML's safe loader, refusing a key that stands twice in one mapping."""

    def construct_mapping(self, node, deep=False):
        """Return a mapping, unless it has a key twice."""
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        repeated = sorted({str(key) for key in keys if keys.count(key) > 1})
        if repeated:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {repeated[0]!r} stands twice", node.start_mark
            )
        return super().construct_mapping(node, deep)


def load_yaml(path: str | Path, kind: str = "configuration", see: str = _SEE) -> dict[str, Any]:
    """Read a configuration file, or another ``kind`` of file whose form ``see`` describes.

    Raises UserError if it is missing or malformed, is no mapping, has values that YAML reads as
    others than are written, or anchors that contain themselves or stand for too many values.
    """

    def refuse(reason: str, where: str, hint: str = see) -> UserError:
        """Return the error of a file that is not even read."""
        return UserError(Problem(f"The {kind} cannot be read: {reason.rstrip('.')}.", where, hint))

    try:
        value = read_value(Path(path).read_text(encoding="utf-8"))
    except UserError as error:  # it names the lines of misread values
        placed = [replace(found, where=f"{path}, {found.where}") for found in error.problems]
        raise UserError(placed) from None
    except yaml.YAMLError as error:
        hint = see
        if "'\\t'" in _describe(error):
            hint = f"YAML takes no tabs: indent with blanks. {see}"
        raise refuse(_describe(error), _place(error, path), hint) from error
    except OSError as error:
        problem = explain_os_error(error, str(path))
        raise refuse(problem.what, str(path), problem.hint) from error
    except UnicodeDecodeError as error:
        raise refuse("it is not UTF-8", str(path), "Save it as UTF-8.") from error
    except RecursionError as error:
        raise refuse("its values are nested too deeply", str(path)) from error
    except ValueError as error:  # a date or a number that Python has none for
        raise refuse(str(error).split(";")[0], str(path)) from error

    if value is None:
        return {}
    if not isinstance(value, dict):
        article = "An" if kind[0] in "aeiou" else "A"
        message = f"{article} {kind} is a mapping of keys."
        hint = "Write `key: value` lines at the top level; " + see[0].lower() + see[1:]
        raise UserError(Problem(message, str(path), hint))
    return value


def read_value(text: str) -> Any:
    """Return the value of a text; UserError for misread values, YAMLError for a malformed text."""
    loader = _StrictLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        _count_values(node, {})
        misread = find_misread(loader, node)
        if misread:
            raise UserError(misread)
        return loader.construct_document(node)
    finally:
        loader.dispose()


def _count_values(node: yaml.Node, counted: dict[int, int | None]) -> int:
    """Return how many values a node stands for, those behind aliases each time.

    ``counted`` has the number of each node that was looked at, without those above this one.
    """
    if id(node) not in counted:
        counted[id(node)] = None
        counted[id(node)] = 1 + sum(_count_values(child, counted) for child in _children(node))

    number = counted[id(node)]
    if number is None:
        raise _malformed("an anchor contains itself", node)
    if number > _MOST_VALUES:
        raise _malformed(f"it stands for more than {_MOST_VALUES:,} values", node)
    return number


def _children(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        children = []
        for key, value in node.value:
            children += [key, value]
        return children
    if isinstance(node, yaml.SequenceNode):
        return node.value
    return []


def _malformed(problem: str, node: yaml.Node) -> yaml.YAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)


def _describe(error: yaml.YAMLError) -> str:
    """Return the error of a malformed file, on one line."""
    parts = [getattr(error, "context", None), getattr(error, "problem", None)]
    return ", ".join(part for part in parts if part) or str(error).split("\n")[0]


def _place(error: yaml.YAMLError, path: str | Path) -> str:
    mark = getattr(error, "problem_mark", None)
    if not mark:
        return str(path)
    return f"{path}, line {mark.line + 1}"


def merge_mappings(base: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Merge ``overlay`` into ``base`` key by key: it wins, and lists are replaced."""
    merged = dict(copy.deepcopy(dict(base)))
    for key, value in overlay.items():
        if isinstance(value, Mapping) and isinstance(merged.get(key), Mapping):
            merged[key] = merge_mappings(merged[key], value)
        else:
            merged[key] = copy.deepcopy(value)
    return merged
