"""Find a model's files.

A model is named by a name of the registry, by a local folder, by ``package:NAME`` (weights inside
an installed Python package) or by a hub id, ``org/name`` or ``org/name@revision``.
"""

import functools
import importlib.util
import logging
import re
from pathlib import Path

from paperpool.errors import Problem, UserError, guess
from paperpool.models.digests import check_digests
from paperpool.models.hub import download_snapshot
from paperpool.models.registry import RegisteredModel, find_registered, read_models

TRAINED_FILES = tuple(
    "modules.json config.json model.safetensors tokenizer.json tokenizer_config.json "
    "sentence_bert_config.json config_sentence_transformers.json 1_Pooling/config.json".split()
)
"""The files that the folder of any model trained here has; there may be more beside them."""

_PACKAGE = "package:"
_logger = logging.getLogger("paperpool")


def find_model(model: str) -> Path | None:
    """Return a local or packaged model's folder, None for a hub id; UserError if it is missing.

    A name of the registry goes before a folder of that name, which ``./name`` is. A Python without
    NumPy loads no model: it plans jobs, and a package that it lacks may be in their environment.
    The folder is None then.
    """
    entry = read_models().get(model)
    if entry is not None:
        return _find_fetched(entry)
    if model.startswith(_PACKAGE):
        name = model.removeprefix(_PACKAGE)
        if not _is_installed("numpy") and not _is_installed(name):
            return None
        return _find_packaged(model)
    folder = Path(model)
    if folder.is_dir():
        return folder

    # a name with one slash may be of the hub; all others were meant to be there
    where = f"model {model!r}"
    if re.fullmatch(r"[\w-][\w.-]*", model):
        raise UserError(_explain_bare_name(model))
    if model.startswith((".", "/", "~")) or model.count("/") != 1:
        message = f"The model's folder {model} does not exist."
        raise UserError(Problem(message, where, "Check the path."))
    return None


def _is_installed(package: str) -> bool:
    return package.isidentifier() and importlib.util.find_spec(package) is not None


def _find_packaged(model: str) -> Path:
    """Return the folder of the model within the Python package that ``package:NAME`` names."""
    where = f"model {model!r}"
    name = model.removeprefix(_PACKAGE)
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    hint = f"Install the package that provides {name}."
    if spec is None:
        raise UserError(Problem(f"Python package {name!r} is not installed.", where, hint))

    for root in map(Path, spec.submodule_search_locations or []):
        folders = [file.parent for file in sorted(root.rglob("config.json"))]
        # a package may hold parts of a model too, so that the tokenizer's folder goes first
        for needed in ("tokenizer_config.json", "model.safetensors"):
            for folder in folders:
                if (folder / needed).exists():
                    return folder
    hint = "Name a package that has a model's files, config.json among them."
    raise UserError(Problem(f"Python package {name!r} holds no model.", where, hint))


def _find_fetched(entry: RegisteredModel) -> Path:
    """Return the folder of a registry's model; UserError, with the command, if it is not there."""
    _tell_hidden_folder(entry.name)
    if entry.is_fetched:
        return entry.path
    hints = [f"Run `paperpool fetch {entry.name}`."]
    for other in entry.also:
        package = other.removeprefix(_PACKAGE)
        if package != other and _is_installed(package):
            hints.append(f"Or write {other}, the same weights, which are installed.")
    if Path(entry.name).is_dir():
        hints.append(f"Or write ./{entry.name} for the folder.")
    message = f"The model {entry.name} is not fetched: {entry.path} is missing."
    raise UserError(Problem(message, f"model {entry.name!r}", " ".join(hints)))


@functools.cache
def _tell_hidden_folder(name: str) -> None:
    """Write to the log, once, that a folder is not meant by a name of the registry."""
    if Path(name).is_dir():
        _logger.info(
            "%s is the registry's model in %s; the folder is ./%s",
            name,
            read_models()[name].path,
            name,
        )


_OF_SENTENCE_TRANSFORMERS = (
    "all-",
    "multi-qa-",
    "paraphrase-",
    "msmarco-",
    "gtr-t5-",
    "sentence-t5",
)
"""How the names of sentence-transformers' own models on the hub begin."""


def _explain_bare_name(model: str) -> Problem:
    """Return the problem of a model that is named without a path, a package or an organisation."""
    module = re.sub(r"\W", "_", model.lower())
    meant = []
    for name in dict.fromkeys([model, module, f"gt_{module}"]):
        if _is_installed(name):
            meant.append(f"package:{name}")
    if model.lower().startswith(_OF_SENTENCE_TRANSFORMERS):
        meant.append(f"sentence-transformers/{model}")

    if meant:
        hint = f"Write {' or '.join(meant)}."
    else:
        question = guess(model, read_models())
        forms = "A model of the hub is org/name, one of an installed package is package:NAME."
        hint = f"{question} {forms}".lstrip()
    message = f"There is no folder {model!r}, and a hub model is named with its organisation."
    return Problem(message, f"model {model!r}", hint)


def fetch_model(model: str) -> Path:
    """Return the local folder of a model, downloading it from the hub when it is a hub id.

    Raises UserError if the registry has these weights, and the files are others.
    """
    folder = find_model(model) or _download(model)
    entry = find_registered(model)
    if entry is not None and model in entry.names:
        check_digests(entry, folder, is_alone=model == entry.name)
    return folder


def _download(model: str) -> Path:
    """Return the folder of a hub's model: its safetensors, or its other weights without any."""
    patterns = ["*.json", "*.txt", "*.model", "*.safetensors"]
    folder = download_snapshot(model, patterns)
    if not any(folder.glob("*.safetensors")):
        download_snapshot(model, [*patterns, "pytorch_model*.bin", "pytorch_adapter.bin"])
    return folder
