"""Find a model's files.

A model is named by a local folder, by ``package:NAME`` (weights inside an installed Python package)
or by a hub id, ``org/name`` or ``org/name@revision``.
"""

import hashlib
import importlib.util
import re
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.files import hash_file

TRAINED_FILES = tuple(
    "modules.json config.json model.safetensors tokenizer.json tokenizer_config.json "
    "sentence_bert_config.json config_sentence_transformers.json 1_Pooling/config.json".split()
)
"""The files that the folder of any model trained here has; there may be more beside them."""

_MODEL_FILES = (".json", ".txt", ".model", ".safetensors", ".bin", ".pt")


def find_model(model: str) -> Path | None:
    """Return a local or packaged model's folder, None for a hub id; UserError if it is missing."""
    if model.startswith("package:"):
        name = model.removeprefix("package:")
        where, hint = f"model {model!r}", f"Install the package that provides {name}."
        if not name.isidentifier() or (spec := importlib.util.find_spec(name)) is None:
            raise UserError(Problem(f"Python package {name!r} is not installed.", where, hint))
        for root in map(Path, spec.submodule_search_locations or []):
            folders = [file.parent for file in sorted(root.rglob("config.json"))]
            for beside in ("tokenizer_config.json", "model.safetensors"):
                for folder in folders:
                    if (folder / beside).exists():
                        return folder
        raise UserError(Problem(f"Python package {name!r} holds no model.", where, hint))
    folder = Path(model)
    if folder.is_dir():
        return folder
    if re.fullmatch(r"[\w-][\w.-]*", model):
        raise UserError(_explain_bare_name(model))
    if model.startswith((".", "/", "~")) or model.count("/") != 1:
        raise UserError(
            Problem("The model's folder does not exist.", f"model {model!r}", "Check the path.")
        )
    return None


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
    meant = [
        f"package:{name}"
        for name in dict.fromkeys([model, module, f"gt_{module}"])
        if name.isidentifier() and importlib.util.find_spec(name) is not None
    ]
    if model.lower().startswith(_OF_SENTENCE_TRANSFORMERS):
        meant.append(f"sentence-transformers/{model}")
    if meant:
        hint = f"Write {' or '.join(meant)}."
    else:
        hint = "A model of the hub is org/name, one of an installed package is package:NAME."
    what = f"There is no folder {model!r}, and a hub model is named with its organisation."
    return Problem(what, f"model {model!r}", hint)


def fetch_model(model: str) -> Path:
    """Return the local folder of a model, downloading it from the hub when it is a hub id."""
    folder = find_model(model)
    if folder is not None:
        return folder
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    repository, _, revision = model.partition("@")
    patterns = ["*.json", "*.txt", "*.model", "*.safetensors"]
    try:
        folder = Path(
            snapshot_download(repository, revision=revision or None, allow_patterns=patterns)
        )
        if not any(folder.glob("*.safetensors")):
            patterns = [*patterns, "pytorch_model*.bin", "pytorch_adapter.bin"]
            snapshot_download(repository, revision=revision or None, allow_patterns=patterns)
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        hint = "Check the name and the network, or download the model and give its folder."
        raise UserError(
            Problem(f"The model cannot be downloaded: {error}.", f"model {model!r}", hint)
        ) from error
    return folder


def list_model_files(folder: Path) -> list[Path]:
    """Return the files of a model: its configuration, vocabulary and weights, sorted."""
    return [f for f in sorted(folder.rglob("*")) if f.suffix in _MODEL_FILES and f.is_file()]


def digest_model(folder: Path) -> str:
    """Return a digest of the names and contents of a model's files."""
    hasher = hashlib.sha256()
    for file in list_model_files(folder):
        hasher.update(file.relative_to(folder).as_posix().encode() + b"\0")
        hasher.update(bytes.fromhex(hash_file(file)))
    return hasher.hexdigest()
