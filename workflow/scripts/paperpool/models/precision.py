"""The device of models, and their precision there."""

import logging

logger = logging.getLogger("paperpool")


def choose_device() -> str:
    """Return the device of models: on a GPU if there is one."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def choose_precision(asked: str) -> str:
    """Return the precision that a model with the setting ``asked`` uses here.

    ``bfloat16`` is float32 on a processor that has no instructions for it, as a product in bfloat16
    takes many times as long there; a line of the log reports it.
    """
    if asked == "bfloat16" and not _computes_bfloat16():
        logger.warning(
            "This processor has no instructions for bfloat16: the model computes in float32. "
            "Figures differ a little from those of a machine that has them."
        )
        return "float32"
    return asked


def _computes_bfloat16() -> bool:
    import torch

    return choose_device() != "cpu" or bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
