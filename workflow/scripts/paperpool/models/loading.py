"""Loading what others saved: a broken model is one clear message."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.failures.os_errors import find_errno

_MOST = 300
"""Characters of a library's message that are passed on."""

_HINT = (
    "A model's folder has config.json, the tokenizer's files and whole weights "
    "(model.safetensors): compare it with where it is from, or copy it anew."
)


@contextlib.contextmanager
def loading_model(folder: str | Path) -> Iterator[None]:
    """Turn whatever is raised while the files of ``folder`` are loaded into a UserError.

    The libraries that read models raise almost any exception for a file that is cut, missing or
    none of theirs. Errors of the system and of memory are raised as they are.
    """
    try:
        yield
    except (UserError, MemoryError):
        raise
    except Exception as error:
        if _is_of_machine(error):
            raise
        said = " ".join(str(error).split()).rstrip(".")[:_MOST] or "no reason is given"
        what = f"The model cannot be loaded: {said} ({type(error).__name__})."
        raise UserError(Problem(what, f"model {str(folder)!r}", _HINT)) from error


def _is_of_machine(error: Exception) -> bool:
    """Tell whether memory or the disk failed, and not the model's files."""
    import torch

    said = str(error)
    is_memory = isinstance(error, torch.OutOfMemoryError) or "CUDA error" in said
    return is_memory or (find_errno(error) is not None and not isinstance(error, FileNotFoundError))
