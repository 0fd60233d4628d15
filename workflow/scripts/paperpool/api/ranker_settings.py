"""Check the settings of one ranker, as the workflow checks those of its configuration."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from paperpool.encoding.vector_checks import find_vector_problems
from paperpool.errors import UserError
from paperpool.rankers.definitions import DEFINITIONS
from paperpool.rankers.registry import ranker_schema
from paperpool.rankers.schema_problems import GONE_KINDS, explain_error, find_odd_values
from paperpool.rankers.setting_checks import find_setting_problems


def check_ranker(name: str, settings: Mapping[str, Any]) -> None:
    """Raise UserError with the problems in the settings of the ranker called ``name``.

    Where a problem is says its key in a configuration.
    """
    config = {"rankers": {name: settings}}
    problems = []
    for error in _make_validator().iter_errors(config):
        problems += explain_error(error, GONE_KINDS)
    problems += find_odd_values(config, ())
    if not problems:
        problems += find_setting_problems(name, settings)
    if not problems:
        problems += find_vector_problems(None, f"rankers.{name}", settings)
    if problems:
        raise UserError(problems)


@cache
def _make_validator() -> Draft202012Validator:
    """Return the validator of a configuration that has rankers alone."""
    definitions = {**DEFINITIONS, "ranker": ranker_schema()}
    rankers = {"type": "object", "additionalProperties": {"$ref": "#/$defs/ranker"}}
    return Draft202012Validator({"$defs": definitions, "properties": {"rankers": rankers}})
