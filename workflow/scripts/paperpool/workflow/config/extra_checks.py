"""Check that the extras are there that a configuration asks for."""

from collections.abc import Iterable, Iterator

from paperpool.demo_runs import is_demo
from paperpool.errors import Problem
from paperpool.plugins import find_extras
from paperpool.workflow.config.checked import Checked


def find_extra_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem for each key that needs an extra whose folder was removed."""
    known = find_extras()
    for key, extra in _list_needs(config):
        if extra not in known:
            what = f"This needs the extra {extra}, which was left out of this copy of paperpool."
            hint = f"Leave the key out, or put workflow/scripts/paperpool/extras/{extra} back."
            yield Problem(what, key, hint)


def _list_needs(config: Checked) -> Iterator[tuple[str, str]]:
    """Yield each key that needs an extra, and the extra's name."""
    if config.is_sound("data") and is_demo(config):
        yield "data", "demo"
    if config.is_sound("pools", "order") and config["pools"]["order"] not in (None, "drawn"):
        yield "pools.order", "active_pooling"
    if config.is_sound("annotation", "top_up") and config["annotation"]["top_up"]:
        yield "annotation.top_up", "active_pooling"
    if config.is_sound("annotation", "judges") and config["annotation"]["judges"]:
        yield "annotation.judges", "judges"
    if config.is_sound("static") and config["static"]:
        yield "static", "static_encoders"
