"""Download models of the Hugging Face hub at a commit."""

from collections.abc import Sequence
from pathlib import Path

from paperpool.errors import Problem, UserError

_HINT = "Check the name and the network, or download the model and give its folder."


def download_snapshot(model: str, patterns: Sequence[str], folder: Path | None = None) -> Path:
    """Download the files of ``org/name@revision`` that fit ``patterns``; return their folder.

    This is ``folder``, or one in the hub's cache. Raises UserError if they cannot be had.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import (
        HfHubHTTPError,
        HFValidationError,
        LocalEntryNotFoundError,
    )

    repository, _, revision = model.partition("@")
    try:
        found = snapshot_download(
            repository,
            revision=revision or None,
            allow_patterns=list(patterns),
            local_dir=folder,
        )
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        message = f"The model cannot be downloaded: {reason}."
        raise UserError(Problem(message, f"model {model!r}", _HINT)) from error
    return Path(found)
