"""Check the scheme of a configuration: its file is sound, and it is that of the collection."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.named import find_folder
from paperpool.collections.schemes import (
    Scheme,
    default_scheme,
    find_collection_scheme,
    find_scheme,
    read_scheme,
)
from paperpool.demo_runs import is_demo
from paperpool.errors import Problem, UserError
from paperpool.io.missing_files import find_missing_file
from paperpool.workflow.config.checked import Checked, lies_in_run
from paperpool.workflow.facets.csabstruct import LABELS as CSABSTRUCT_LABELS

_KEY = "annotation.scheme"


def find_scheme_file(config: Mapping[str, Any]) -> str:
    """Return the file of a run's scheme.

    It is that which the judged collection carries, if one is given, else the configured one, by
    default CSFCube's.
    """
    setting = config["data"][judged_benchmark().name]
    if setting:
        return find_collection_scheme(find_folder(setting))
    return find_scheme(config["annotation"]["scheme"])


def find_facets(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the facets of a run's scheme; those of the default one if it cannot be read."""
    try:
        return read_scheme(find_scheme_file(config)).facet_names
    except UserError:  # which is told for the scheme itself
        return default_scheme().facet_names


def find_scheme_problems(config: Checked) -> Iterable[Problem]:
    """Yield the mistakes of a scheme, and that of a scheme which is not the collection's."""
    if not config.is_sound("annotation", "scheme"):
        return
    setting = config["annotation"]["scheme"]
    if setting is None:
        return
    name = default_scheme().name
    if setting != name:
        hint = f"Name a file of a scheme (docs/schemes.md), or {name}."
        missing = list(find_missing_file(setting, _KEY, hint))
        if missing:
            yield from missing
            return
        if lies_in_run(config, setting):
            message = "The file lies in the results of this very run, which may overwrite it."
            yield Problem(message, _KEY, "Copy it to another folder, and name the copy.")
            return

    try:
        scheme = read_scheme(find_scheme(setting))
    except UserError as error:
        yield from error.problems
        return
    if is_demo(config) and not scheme.is_default:
        message = f"The demo generates a collection of the scheme {name}."
        yield Problem(message, _KEY, "Leave it null, or name data of your own.")
    elif config.is_sound("data") and config["data"][judged_benchmark().name]:
        yield from _find_difference(config, scheme)


def find_label_problems(config: Checked) -> Iterable[Problem]:
    """Yield a problem where nothing can label sentences with the labels of the scheme."""
    keys = (("facets",), ("data",), ("annotation", "scheme"))
    if not all(config.is_sound(*key) for key in keys):
        return
    try:
        scheme = read_scheme(find_scheme_file(config))
    except UserError:  # which is told for the scheme itself
        return
    if sorted(scheme.labels) == sorted(CSABSTRUCT_LABELS):
        return

    facets = config["facets"]
    labels = ", ".join(scheme.labels) or "none"
    if facets["train"]:
        message = f"facets.train learns the labels of CSAbstruct; the scheme's are {labels}."
        hint = "Leave it null, and name sheets of your own labels in facets.train_on."
        if not scheme.labels:
            hint = "Leave it null, or give the scheme labels."
        yield Problem(message, "facets.train", hint)
    if config["data"]["csabstruct"]:
        message = f"CSAbstruct measures labellers of its own labels; the scheme's are {labels}."
        yield Problem(message, "data.csabstruct", "Leave it null.")
    if not scheme.labels and facets["train_on"]:
        message = "The scheme has no labels that sheets could teach."
        yield Problem(message, "facets.train_on", "Remove the sheets, or give the scheme labels.")
    if not scheme.labels and config.is_sound("pools") and config["pools"]["labels"]:
        message = "The scheme has no labels that a sheet could correct."
        yield Problem(message, "pools.labels", "Remove the sheet, or give the scheme labels.")

    is_labelled = facets["model"] or facets["train_on"] or scheme.unlabelled
    if scheme.labels and config["data"]["s2orc"] and not is_labelled:
        message = f"Nothing labels sentences: the shipped labeller does not know {labels}."
        hint = (
            "Name a model in facets.model or sheets in facets.train_on, or in the scheme the label "
            "of sentences without one (unlabelled)."
        )
        yield Problem(message, _KEY, hint)


def _find_difference(config: Checked, scheme: Scheme) -> Iterable[Problem]:
    """Yield a problem if the collection carries another scheme than the configured one."""
    key = judged_benchmark().name
    try:
        carried = read_scheme(find_scheme_file(config))
    except UserError:  # which is told for the collection
        return
    if carried != scheme:
        message = f"The collection of data.{key} has another scheme, {carried.name}."
        hint = f"Leave {_KEY} null: a collection carries its scheme. Or leave data.{key} out."
        yield Problem(message, _KEY, hint)
