"""Keys of APIs: they come from environment variables, and no error shows one."""

import os
import re

from paperpool.errors import Problem, UserError

_KEY = re.compile(r"[!-~]+")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")


def read_key(variable: str, service: str, hint: str) -> str:
    """Return the key of a service's API that the environment variable holds.

    ``hint`` says how to get a key. Raises UserError if the variable is unset or holds no key. Its
    value is not shown, nor a ``variable`` that may be a key itself, written in its place.
    """
    value = os.environ.get(variable, "").strip()
    if _KEY.fullmatch(value):
        return value

    if not _VARIABLE.fullmatch(variable):
        message = "The name of the key's environment variable is wrong: no such variable is set."
        hint = f"Name a variable, as MY_KEY, not the key itself; set it to the key. {hint}"
        raise UserError(Problem(message, service, hint))
    state = "holds no key" if value else "is unset"
    raise UserError(Problem(f"The environment variable {variable} {state}.", service, hint))
