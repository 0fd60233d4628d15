"""``paperpool COMMAND …``: find the command, and end with one message on an error."""

import argparse
import codecs
import importlib
import io
import os
import sys
from collections.abc import Sequence

from paperpool.errors import UserError
from paperpool.plugins import find_extras
from paperpool.version import __version__

COMMANDS = ("score", "fetch", "check-model")
"""The library's own commands; each is a module beside this one, hyphens as `_`."""

_WORKFLOW = "paperpool.workflow.commands"
"""The package of the workflow's commands, which its ``COMMANDS`` names."""


_PLAIN = {
    "×": "x",
    "·": "*",
    "−": "-",
    "–": "-",
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "±": "+-",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "\u00a0": " ",
}
"""What is printed where a terminal's encoding, such as ASCII in the C locale, lacks a character."""


def main(words: Sequence[str] | None = None) -> int:
    """Execute the command in ``words``; return its status, or print a UserError and return 1."""
    words = list(sys.argv[1:] if words is None else words)
    _survive_encodings()
    parser = argparse.ArgumentParser(
        prog="paperpool", description="Build and evaluate test collections of scientific papers."
    )
    parser.add_argument("--version", action="version", version=f"paperpool {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    named = next((word for word in words if not word.startswith("-")), None)
    if named == "score":
        # As in the workflow's jobs: on more threads NumPy's products have other last bits.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    # The command that is asked for is all that is loaded: another one may need an extra.
    commands = find_commands()
    parsers = {}
    for name in (named,) if named in commands else commands:
        module = importlib.import_module(commands[name])
        parsers[name] = subparsers.add_parser(name, help=module.ABOUT, description=module.ABOUT)
        module.add_arguments(parsers[name])
    arguments, unknown = parser.parse_known_args(words)
    command = importlib.import_module(commands[arguments.command])
    if unknown[:1] == ["--"]:  # what follows is another program's; it needs no such sign
        unknown = unknown[1:]
    if unknown and not getattr(command, "TAKES_REST", False):
        parsers[arguments.command].error(f"unrecognized arguments: {' '.join(unknown)}")

    try:
        status = command.execute(arguments, unknown)
        sys.stdout.flush()
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever reads what is printed, such as `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def find_commands() -> dict[str, str]:
    """Return the module of each command by its name: the library's, the workflow's, the extras'."""
    modules = {name: f"paperpool.commands.{_as_module(name)}" for name in COMMANDS}
    for name in importlib.import_module(_WORKFLOW).COMMANDS:
        modules[name] = f"{_WORKFLOW}.{_as_module(name)}"
    for extra in find_extras("command"):
        module = f"paperpool.extras.{extra}.command"
        modules[importlib.import_module(module).NAME] = module
    return modules


def _as_module(command: str) -> str:
    return command.replace("-", "_")


def _survive_encodings() -> None:
    """Let what is printed be replaced, not fail, where the encoding lacks a character."""
    codecs.register_error("paperpool", _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="paperpool")


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what stands for the characters that cannot be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if "\udc80" <= character <= "\udcff":  # a byte of a file's name, as Python holds it
        return bytes([ord(character) - 0xDC00]), error.start + 1
    escaped = character.encode("ascii", "backslashreplace").decode("ascii")
    return _PLAIN.get(character, escaped), error.start + 1


if __name__ == "__main__":
    sys.exit(main())
