"""Refuse models whose numbers are none: NaN, infinities, and weights that no training gives.

One NaN spreads through sums and norms, and an order of NaN is any order. So weights are looked at
when they are loaded, and outputs before they are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError, name_some, quote

if TYPE_CHECKING:  # slow to import
    from torch import Tensor

_LARGEST = 1e15
"""No trained model has such a weight: squares of what it computes would overflow."""

_WEIGHTS_HINT = (
    "Copy the model anew from where it is from. If it was trained like this, the training failed: "
    "train it again, with a lower learning rate or in float32."
)

_OUTPUTS_HINT = (
    "None of it is kept. If its precision is bfloat16, set precision: float32. Else the model is "
    "damaged, or its weights are too large: copy it anew, or name another one."
)


def check_weights(weights: Mapping[str, Tensor], where: str) -> None:
    """Raise UserError, at ``where``, for weights with NaN, infinities or numbers beyond 1e15.

    It names the tensors.
    """
    broken = []
    for name, tensor in weights.items():
        largest = _find_largest(tensor)
        if not largest < _LARGEST:  # NaN is not less either
            shown = "NaN" if np.isnan(largest) else f"{largest:.3g}"
            broken.append(f"{name} ({shown})")
    if not broken:
        return

    message = f"Numbers that no trained model has, in {len(broken)} of the {len(weights)} weights"
    raise UserError(Problem(f"{message}: {name_some(broken)}.", where, _WEIGHTS_HINT))


def _find_largest(tensor: Tensor) -> float:
    """Return the largest absolute number of a tensor, NaN if there is one; 0 of a quantised one."""
    import torch

    looked_at = (torch.bfloat16, torch.float16, torch.float32, torch.float64)
    if not tensor.numel() or tensor.dtype not in looked_at:
        return 0.0
    smallest, largest = tensor.detach().aminmax()  # both NaN if one number is
    return max(-smallest.item(), largest.item())


def check_arrays(arrays: Mapping[str, NDArray], where: str) -> None:
    """Raise UserError as ``check_weights`` does, for weights that are NumPy's."""
    import torch

    check_weights({name: torch.from_numpy(array) for name, array in arrays.items()}, where)


def check_outputs(rows: NDArray[np.floating], texts: Sequence[object], model: str) -> None:
    """Raise UserError for the texts whose row of ``model``'s output is not finite.

    ``rows`` has a row of numbers for each of ``texts``, which may consist of several strings.
    """
    is_finite = np.isfinite(rows).all(axis=1)
    if not is_finite.all():
        raise tell_broken_outputs(np.flatnonzero(~is_finite).tolist(), texts, model)


def tell_broken_outputs(places: Sequence[int], texts: Sequence[object], model: str) -> UserError:
    """Return the error of the texts at ``places``, whose output is not finite."""
    message = (
        f"The model gives numbers that are not finite (NaN or infinity) for {len(places):,} of "
        f"{len(texts):,} texts, first for {quote(texts[places[0]])}."
    )
    return UserError(Problem(message, f"model {model!r}", _OUTPUTS_HINT))
