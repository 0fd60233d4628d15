"""``paperpool check-model MODEL``: is it loaded as its authors load it?"""

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.errors import UserError

if TYPE_CHECKING:
    from paperpool.encoding.known_vectors import Agreement, KnownVectors
    from paperpool.encoding.model_loading import Loaded
    from paperpool.models.registry import RegisteredModel

ABOUT = (
    "Load a model as each kind of ranker does, and compare its vectors of CSFCube's queries with "
    "the right ones, where these are known."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of the command."""
    parser.add_argument(
        "model",
        metavar="MODEL",
        help="a model of the registry (`paperpool fetch` lists them), a folder, or what else a "
        "ranker's `model` may be",
    )


def execute(arguments: argparse.Namespace, unknown: Sequence[str]) -> int:
    """Print how the model loads and how far its vectors are off.

    Returns 0 if they agree, or if none are known, else 1. Raises UserError if the model is missing
    or cannot be loaded, or if its vectors are known and not at hand.
    """
    from paperpool.encoding.known_vectors import compare, read_known_vectors
    from paperpool.encoding.model_loading import load_in_all_ways
    from paperpool.io.files import temporary_folder
    from paperpool.models.encoder_settings import EncoderSettings
    from paperpool.models.encoders import Encoder
    from paperpool.models.locating import fetch_model

    folder = fetch_model(arguments.model)
    entry = _find_entry(arguments.model, folder)
    known = None
    if entry is not None and entry.vectors is not None:
        known = read_known_vectors(entry.vectors)

    print(_describe(arguments.model, folder, entry), flush=True)
    pooling = None if entry is None else entry.pooling
    settings = EncoderSettings(arguments.model, pooling=pooling, precision="float32")
    problems = []
    agreement = None
    with temporary_folder() as cache, _without_reports():
        for loaded in load_in_all_ways(settings, cache):
            print(f"  {', '.join(loaded.kinds)}: {_describe_loaded(loaded)}", flush=True)
            if loaded.problem is not None:
                problems.append(loaded.problem)
            elif known is not None and isinstance(loaded.model, Encoder):
                agreement = compare(known, loaded.model.encode_directly)

    is_right = True
    if known is not None and agreement is not None:
        print(_describe_agreement(known, agreement), flush=True)
        is_right = agreement.is_proved
    elif known is None:
        print("Not proved: no right vectors of this model are known.", flush=True)
    if problems:
        raise UserError(problems)
    return 0 if is_right else 1


@contextlib.contextmanager
def _without_reports() -> Iterator[None]:
    """Keep transformers' bars, and its tables of the weights that a kind leaves out, off."""
    from transformers.utils import logging

    before = logging.get_verbosity()
    had_bar = logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(before)
        if had_bar:
            logging.enable_progress_bar()


def _describe_loaded(loaded: "Loaded") -> str:
    if loaded.problem is None:
        return "loaded, finite"
    return f"not loaded. {loaded.problem.what}"


def _find_entry(model: str, folder: Path) -> "RegisteredModel | None":
    """Return the registry's entry of a model: by its name, its weights, or its folder's name."""
    from paperpool.models.digests import hash_model_file
    from paperpool.models.registry import find_registered, read_models

    entry = find_registered(model)
    if entry is not None:
        return entry
    weights = folder / "model.safetensors"
    digest = hash_model_file(weights) if weights.is_file() else None
    for entry in read_models().values():
        if digest is not None and entry.files.get(weights.name) == digest:
            return entry
    return read_models().get(folder.name)


def _describe(model: str, folder: Path, entry: "RegisteredModel | None") -> str:
    """Return what the model is, and whether its files are known to be the right ones."""
    from paperpool.models.digests import check_digests

    if entry is None:
        return f"{model}: {folder}, no model of the registry"
    if not entry.files:
        return f"{model}: {folder}, {entry.name} of the registry, which has no digest of it"
    try:
        check_digests(entry, folder, is_alone=model == entry.name)
    except UserError as error:
        return f"{model}: {folder}, not {entry.name} of the registry: {error.problems[0].what}"
    pinned = "all files" if entry.is_complete else "the weights"
    return f"{model}: {folder}, {pinned} of {entry.name} as in the registry"


def _describe_agreement(known: "KnownVectors", agreement: "Agreement") -> str:
    from paperpool.encoding.known_vectors import BAR

    if agreement.is_proved:
        agreeing = f"All {agreement.n_agreeing} vectors agree"
    else:
        agreeing = f"{agreement.n_agreeing} of {agreement.n_texts} vectors agree"
    return (
        f"{agreeing} with {known.folder}: the largest difference is {agreement.largest:.1e} "
        f"({agreement.worst}), allowed are {BAR:.0e}."
    )
