"""Load files that others saved: a broken model, or one without weights, is one clear message."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import load_json
from paperpool.io.os_errors import find_errno

if TYPE_CHECKING:  # slow to import
    from torch import Tensor

_MOST = 300
"""Characters of a library's message that are passed on."""

_HINT = (
    "A model's folder has config.json, the tokenizer's files and whole weights "
    "(model.safetensors): compare it with where it is from, or copy it anew."
)

_LACKING_HINT = (
    "Compare the names with those in the model's config.json: a prefix of another library, a layer "
    "that was not saved, or a model that was never trained for this (a cross-encoder needs a head)."
)

_EXTRA_HINT = (
    "They would be left out, and the output would be another model's. Correct num_hidden_layers in "
    "config.json, or copy config.json and weights from the same model."
)

_NUMBER = re.compile(r"(?<=\.)[0-9]+(?=\.)")
"""A layer's number in a weight's name."""


@contextlib.contextmanager
def loading_model(folder: str | Path) -> Iterator[None]:
    """Turn any exception of loading the files of ``folder`` into a UserError.

    The libraries that read models raise almost any exception for a file that is cut, missing or of
    another kind. Errors of the system and of memory are raised as they are.
    """
    try:
        yield
    except (UserError, MemoryError):
        raise
    except Exception as error:
        if _is_of_machine(error):
            raise
        reason = " ".join(str(error).split()).rstrip(".")[:_MOST] or "no reason is given"
        message = f"The model cannot be loaded: {reason} ({type(error).__name__})."
        raise UserError(Problem(message, f"model {str(folder)!r}", _HINT)) from error


def _is_of_machine(error: Exception) -> bool:
    """Return whether memory or the disk failed, and not the model's files."""
    import torch

    said = str(error)
    is_memory = isinstance(error, torch.OutOfMemoryError) or "CUDA error" in said
    return is_memory or (find_errno(error) is not None and not isinstance(error, FileNotFoundError))


def refuse_own_code(folder: Path) -> None:
    """Raise UserError if the model in ``folder`` needs code that comes with it.

    This is a foreign module in modules.json, or an ``auto_map`` in config.json of a model that
    transformers does not know. Damaged files are passed over.
    """
    wanted = []
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        modules = [str(module["type"]) for module in load_json(folder / "modules.json")]
        wanted += [name for name in modules if not name.startswith("sentence_transformers.")]
    with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
        config = load_json(folder / "config.json")
        if config.get("auto_map"):
            from transformers import CONFIG_MAPPING  # slow to import

            if str(config.get("model_type")) not in CONFIG_MAPPING:
                wanted += sorted(map(str, config["auto_map"].values()))
    if wanted:
        message = f"The model needs code of its own, which is not run: {name_some(wanted)}."
        hint = "Take a model that transformers knows by itself."
        raise UserError(Problem(message, f"model {str(folder)!r}", hint))


@contextlib.contextmanager
def whole_weights(
    folder: str | Path, new: Collection[str] = (), n_layers: int | None = None
) -> Iterator[None]:
    """Raise UserError if the checkpoint does not fit a model that transformers loads.

    If it lacks weights, transformers would draw them at random. Allowed are those of the modules
    ``new``, about to be trained, and of an unused pooler (``pooling.load_with_pooler`` checks its
    own). If it has more layers than the model, transformers would leave them out; below number
    ``n_layers`` this is meant. Weights must be numbers (``check_weights``). It holds for all
    callers of transformers, such as sentence-transformers.
    """
    from transformers import PreTrainedModel

    loaders: Any = PreTrainedModel  # whose method is another one within
    original = vars(loaders)["from_pretrained"]
    allowed = {"pooler", *new}

    def from_pretrained(cls, *arguments, output_loading_info=False, **settings):
        """Load as transformers does, then compare the names of weights; NaN is refused too."""
        model, found = original.__func__(cls, *arguments, output_loading_info=True, **settings)
        lacking = sorted(n for n in found["missing_keys"] if n.partition(".")[0] not in allowed)
        names = set(model.state_dict())
        if lacking:
            raise UserError(_describe_lacking(Path(folder), lacking, len(names)))
        prefix = f"{model.base_model_prefix}."
        extra = _find_extra_layers(found["unexpected_keys"], names, prefix, n_layers or 0)
        if extra:
            raise UserError(_describe_extra(Path(folder), extra))
        from paperpool.models.number_checks import check_weights

        check_weights(dict(model.named_parameters()), _name_checkpoint(Path(folder)))
        return (model, found) if output_loading_info else model

    loaders.from_pretrained = classmethod(from_pretrained)
    try:
        yield
    finally:
        loaders.from_pretrained = original


def _find_extra_layers(
    unexpected: Collection[str], names: Collection[str], prefix: str, n_meant: int
) -> list[str]:
    """Return the weights that the model's ``names`` have in layer 0, but not in their own layer.

    Others that it does not take belong to another use of it, such as the head of its training.
    Names may have the ``prefix`` of the whole model. Layers below number ``n_meant`` may be left.
    """
    known = {name.removeprefix(prefix) for name in names}
    extra = []
    for name in unexpected:
        bare = name.removeprefix(prefix)
        for number in _NUMBER.finditer(bare):
            of_first = f"{bare[: number.start()]}0{bare[number.end() :]}"
            if of_first in known and int(number[0]) >= n_meant:
                extra.append(name)
                break
    return sorted(extra)


def _describe_extra(folder: Path, extra: list[str]) -> Problem:
    message = (
        f"The checkpoint has {len(extra)} weights of layers beyond those that config.json names"
    )
    return Problem(f"{message}: {name_some(extra)}.", _name_checkpoint(folder), _EXTRA_HINT)


def _describe_lacking(folder: Path, lacking: list[str], n_weights: int) -> Problem:
    message = f"The checkpoint lacks {len(lacking)} of the network's {n_weights} weights"
    return Problem(f"{message}: {name_some(lacking)}.", _name_checkpoint(folder), _LACKING_HINT)


def _name_checkpoint(folder: Path) -> str:
    """Return the place of a model's weights, for messages."""
    files = sorted(folder.glob("*.safetensors")) + sorted(folder.glob("*.bin"))
    place = f"model {str(folder)!r}"
    return f"{place}, {files[0].name}" if files else place


def list_tensor_names(path: Path) -> list[str]:
    """Return the names of the tensors of a file; of safetensors no tensor is read."""
    if path.suffix != ".safetensors":
        return list(read_tensors(path))

    from safetensors import safe_open

    with safe_open(path, framework="pt") as file:
        return list(file.keys())


def read_tensors(path: Path) -> dict[str, Tensor]:
    """Return the tensors of a file by name; pickled objects other than tensors are refused."""
    import torch
    from safetensors.torch import load_file

    if path.suffix == ".safetensors":
        return load_file(path)
    return torch.load(path, map_location="cpu", weights_only=True)
