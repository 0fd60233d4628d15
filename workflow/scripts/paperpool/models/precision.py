"""Where models run, and in which precision they compute there."""

import logging

logger = logging.getLogger("paperpool")


def choose_device() -> str:
    """Return where models run: on a GPU if there is one."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def choose_precision(asked: str) -> str:
    """Return the precision in which a model computes here that is to compute in ``asked``.

    ``bfloat16`` is float32 on a processor that has no instructions for it, where a product in
    bfloat16 takes many times as long; a line of the log says so.
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
