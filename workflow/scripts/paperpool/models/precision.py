"""The device of models, and their precision there."""

import importlib.metadata
import logging

logger = logging.getLogger("paperpool")


def choose_device() -> str:
    """Return the device of models: on a GPU if there is one.

    torch takes a second to import, and is not where a build for the processor alone, or none, is
    installed.
    """
    try:
        version = importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return "cpu"
    if version.endswith("+cpu"):
        return "cpu"
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def choose_precision(setting: str) -> str:
    """Return the precision of a model with a ``setting`` of it on this machine.

    ``bfloat16`` becomes float32 (logged) on a processor without instructions for it, as it is many
    times slower there.
    """
    if setting == "bfloat16" and not computes_bfloat16():
        logger.warning(
            "This processor has no instructions for bfloat16: the model computes in float32. "
            "Scores differ a little from those of a machine that has them."
        )
        return "float32"
    return setting


def computes_bfloat16() -> bool:
    """Return whether the device computes bfloat16 itself, as GPUs and newer processors do."""
    import torch

    return choose_device() != "cpu" or bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
