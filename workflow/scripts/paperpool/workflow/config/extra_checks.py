"""Check that the extras are there that a configuration asks for."""

from collections.abc import Iterable, Iterator

from paperpool.demo_runs import is_demo
from paperpool.errors import Problem
from paperpool.plugins import find_extras
from paperpool.workflow.config.checked import Checked


def find_extra_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each key that needs an extra whose folder was removed."""
    known = find_extras()
    for key, extra, hint in _list_needs(config):
        if extra not in known:
            message = f"This needs the extra {extra}, which was left out of this copy of paperpool."
            back = f"put workflow/scripts/paperpool/extras/{extra} back."
            yield Problem(message, key, f"{hint}, or {back}")


def _list_needs(config: Checked) -> Iterator[tuple[str, str, str]]:
    """Yield each key that needs an extra, the extra's name, and what to do without it."""
    leave_out = "Leave the key out"
    if config.is_sound("data") and is_demo(config):
        yield "data", "demo", "Name your data, as without any the run is a demo"
    if config.is_sound("annotation", "judges") and config["annotation"]["judges"]:
        yield "annotation.judges", "judges", leave_out
    if config.is_sound("static") and config["static"]:
        yield "static", "static_encoders", leave_out
