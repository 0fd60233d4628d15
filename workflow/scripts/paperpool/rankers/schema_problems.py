"""Settings that their JSON schema refuses, and values that no schema refuses, as problems."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from paperpool.errors import Problem, guess, name_some, quote
from paperpool.io.misread_scalars import suggest_number

if TYPE_CHECKING:  # the kinds of rankers are listed without it
    from jsonschema.exceptions import ValidationError

_SEE = "See config/config.yaml."

_IN_CONTEXT = "reads title and abstract in one pass and keeps vectors of their sentences or tokens"

WITHOUT_VECTORS = dict.fromkeys(("ts", "ot", "tokens"), _IN_CONTEXT)
WITHOUT_VECTORS["cross"] = "reads a query and a candidate together, and makes a score of both"
"""Kinds with a model that make no vector of a text, and their work."""

VECTOR_SETTINGS = ("pooling", "dimensions", "unit_length", "query_adapter")
"""The settings of a text's vector."""

GONE_KINDS = {
    "kind: nested": "Write `kind: best`: it is chosen as `nested` was (docs/rankers.md).",
}
"""Kinds that are gone, and their replacements."""


def explain_error(error: ValidationError, gone: Mapping[str, str]) -> Iterable[Problem]:
    """Yield the problems that an error of the schema stands for.

    ``gone`` are keys and values that there were once, and their replacements.
    """
    key = ".".join(str(part) for part in error.absolute_path)
    description = error.schema.get("description", "")
    hint = f"{description[:1].upper()}{description[1:]}." if description else _SEE
    if error.validator == "additionalProperties":
        yield from _explain_unknown_keys(error, key, gone)
    elif error.validator == "enum":
        yield _explain_value(error, key, gone)
    elif error.validator == "required":
        # jsonschema reports each missing key in an error of its own
        missing = next(n for n in error.validator_value if error.message.startswith(f"{n!r} "))
        yield Problem("A key is missing.", f"{key}.{missing}".lstrip("."), hint)
    elif error.validator == "maxProperties":
        message = f"Only one entry is allowed, and there are {len(error.instance)}: "
        yield Problem(f"{message}{name_some(list(error.instance))}.", key, hint)
    elif list(error.absolute_path)[:-1] == ["rankers"] and error.instance is None:
        message = "There is no ranker of this name to remove."
        yield Problem(message, key, "Correct the name, or leave the line out.")
    else:
        types = error.validator_value if error.validator == "type" else ()
        if "string" in types and isinstance(error.instance, int | float | date):
            hint += f" YAML reads it as {quote(error.instance)}: put text in quotes."
        elif isinstance(error.instance, str) and ("integer" in types or "number" in types):
            hint = f"{hint} {suggest_number(error.instance)}".rstrip()
        elif types and "properties" in error.schema:
            hint += f" A mapping of keys: {', '.join(error.schema['properties'])}."
        yield Problem(f"Not valid: {error.message}.", key or "(top level)", hint)


def _explain_unknown_keys(
    error: ValidationError, key: str, gone: Mapping[str, str]
) -> Iterable[Problem]:
    """Yield a problem for each key of a mapping that its schema does not know."""
    known = sorted(error.schema.get("properties", {}))
    for unknown in sorted(set(error.instance) - set(known), key=str):
        where = f"{key}.{unknown}".lstrip(".")
        if where in gone:
            yield Problem("The workflow has no such key any more.", where, gone[where])
            continue

        message = "Unknown key."
        kind = error.instance.get("kind")
        if unknown in VECTOR_SETTINGS and kind in WITHOUT_VECTORS:
            message = f"Kind {kind} has no {unknown}: it {WITHOUT_VECTORS[kind]}."
        elif unknown == "index" and kind:
            message = f"Kind {kind} has no index: only vectors of kind dense are put into one."
        hint = f"{guess(unknown, known)} Known keys: {', '.join(known)}."
        yield Problem(message, where, hint.lstrip())


def _explain_value(error: ValidationError, key: str, gone: Mapping[str, str]) -> Problem:
    """Return the problem that a value is none of those that a key may have."""
    known = ["null" if value is None else str(value) for value in error.validator_value]
    hint = f"{guess(error.instance, known)} Values: {', '.join(known)}."
    hint = gone.get(f"{error.absolute_path[-1]}: {error.instance}", hint)
    found = "null" if error.instance is None else quote(error.instance)
    return Problem(f"Not a value of this key: {found}.", key, hint.lstrip())


def find_odd_values(value: object, key: tuple[str, ...]) -> Iterable[Problem]:
    """Yield a problem for each value that no schema refuses: not-a-number values, braces."""
    if isinstance(value, Mapping):
        for name, child in value.items():
            yield from find_odd_values(child, key + (str(name),))
    elif isinstance(value, list):
        for i, child in enumerate(value):
            yield from find_odd_values(child, key + (str(i),))
    elif isinstance(value, float) and not math.isfinite(value):
        yield Problem(f"Not a finite number: {value}.", ".".join(key), _SEE)
    elif isinstance(value, int) and abs(value) >= 2**63:
        yield Problem(f"Too large for a whole number: {quote(value)}.", ".".join(key), _SEE)
    elif isinstance(value, str) and _has_braces(value, key):
        hint = "Rename the file or folder. Only a run's path may have {facet} or {split}."
        yield Problem(f"Braces are not allowed here: {value!r}.", ".".join(key), hint)


def _has_braces(value: str, key: tuple[str, ...]) -> bool:
    """Return whether ``value`` has braces other than {facet} and {split} in a run's path."""
    if key[0] == "rankers" and key[-1] == "command":
        return False
    if key[0] == "rankers" and key[-1] == "path":
        value = value.replace("{facet}", "").replace("{split}", "")
    return "{" in value or "}" in value
