"""Bottleneck adapters in a BERT: SPECTER2's, as the library ``adapters`` saves them.

Source: Pfeiffer et al., "AdapterFusion" (2021), and Singh et al., "SciRepEval" (2023), whose
proximity adapter makes SPECTER2 of its base. The library itself needs an older transformers.

After a layer's feed-forward part BERT has y = LayerNorm(d + x), d the output of its last linear map
and x the input. With an adapter it is LayerNorm(up(f(down(y))) + d + x), with the same norm.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.errors import Problem, UserError
from paperpool.io.files import load_json
from paperpool.models.loading import read_tensors
from paperpool.models.number_checks import check_weights
from paperpool.models.transformer import Network

if TYPE_CHECKING:  # slow to import
    from torch import Tensor

ADAPTER_CONFIG = "adapter_config.json"
ADAPTER_WEIGHTS = "pytorch_adapter.bin"

_REQUIRED = {
    "ln_before": False,
    "ln_after": False,
    "mh_adapter": False,
    "output_adapter": True,
    "original_ln_before": True,
    "original_ln_after": True,
    "residual_before_ln": True,
    "adapter_residual_before_ln": False,
}
"""The one arrangement that is supported, Pfeiffer's; a file may leave settings out."""

_UNUSED = ("inv_adapter", "cross_adapter", "is_parallel", "phm_layer", "use_gating", "leave_out")
"""Settings that would change the output; they must be off."""


def add_adapter(model: Network, folder: Path) -> None:
    """Let every layer of a BERT pass through the adapter in ``folder``.

    Raises UserError for an adapter of another arrangement, and for missing, unknown or misshapen
    weights.
    """
    config, weights = _read_adapter(folder)
    layers = model.encoder.layer
    size = model.config.hidden_size
    width = size // config["reduction_factor"]
    shapes = {
        "adapter_down.0.weight": (width, size),
        "adapter_down.0.bias": (width,),
        "adapter_up.weight": (size, width),
        "adapter_up.bias": (size,),
    }
    parts = _sort_weights(weights, str(folder))
    wrong = _find_misfits(parts, shapes, len(layers))
    if wrong:
        message = f"The adapter does not fit the model: {wrong[0]} ({len(wrong)} such)."
        raise UserError(Problem(message, f"adapter {str(folder)!r}", "Is it of another model?"))

    for i, layer in enumerate(layers):
        norm = layer.output.LayerNorm
        of_layer = {name: parts[i, name].to(norm.weight) for name in shapes}
        hook = _make_hook(of_layer, config["non_linearity"], config["scaling"])
        norm.register_forward_hook(hook)


def _find_misfits(
    parts: Mapping[tuple[int, str], Tensor],
    shapes: Mapping[str, tuple[int, ...]],
    n_layers: int,
) -> list[str]:
    """Return the weights that are missing, misshapen, or of no layer, in words, sorted."""
    wrong = []
    for number in range(n_layers):
        for name, shape in shapes.items():
            if (number, name) not in parts:
                wrong.append(f"layer {number} {name} is missing")
                continue
            found = tuple(parts[number, name].shape)
            if found != shape:
                wrong.append(f"layer {number} {name} has the shape {found}, not {shape}")
    for number, name in parts:
        if number >= n_layers or name not in shapes:
            wrong.append(f"layer {number} {name} fits nothing")
    return sorted(wrong)


def _make_hook(weights: Mapping[str, Tensor], activation: str, scaling: float):
    """Return a hook of torch that computes a layer's norm with the adapter before it."""
    from torch.nn.functional import layer_norm, linear
    from transformers.activations import get_activation

    activate = get_activation(activation.lower())

    def adapt(norm, inputs, output):
        """Return LayerNorm(up(f(down(y))) + d + x), as the module's docstring has it."""
        down = linear(output, weights["adapter_down.0.weight"], weights["adapter_down.0.bias"])
        up = linear(activate(down), weights["adapter_up.weight"], weights["adapter_up.bias"])
        total = up * scaling + inputs[0]
        return layer_norm(total, norm.normalized_shape, norm.weight, norm.bias, norm.eps)

    return adapt


def _read_adapter(folder: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Return an adapter's settings, with defaults, and its weights."""
    where = f"adapter {str(folder)!r}"
    files = [*sorted(folder.glob("*.safetensors")), folder / ADAPTER_WEIGHTS]
    path = next((file for file in files if file.exists()), None)
    if path is None or not (folder / ADAPTER_CONFIG).exists():
        hint = f"An adapter has {ADAPTER_CONFIG} and {ADAPTER_WEIGHTS} or a .safetensors file."
        raise UserError(Problem("The folder holds no adapter.", where, hint))

    config: dict[str, Any] = {"scaling": 1.0}
    found = load_json(folder / ADAPTER_CONFIG).get("config")
    if isinstance(found, dict):
        config |= found
    odd = sorted(key for key, value in _REQUIRED.items() if config.get(key, value) != value)
    odd += sorted(key for key in _UNUSED if config.get(key))
    kinds = {"reduction_factor": int, "scaling": float | int, "non_linearity": str}
    odd += [key for key, kind in kinds.items() if not isinstance(config.get(key), kind)]
    if odd:
        message = f"The adapter is of a kind that is not supported: {', '.join(odd)}."
        raise UserError(Problem(message, where, "Only Pfeiffer's bottleneck adapters are."))

    weights = read_tensors(path)
    check_weights(weights, f"{where}, {path.name}")
    return config, weights


def _sort_weights(weights: Mapping[str, Tensor], where: str) -> dict[tuple[int, str], Tensor]:
    """Return the weights by layer and name within the adapter.

    The library calls them encoder.layer.<i>.output.adapters.<the adapter's name>.<name>, with a
    prefix for the whole model.
    """
    parts = {}
    for key, tensor in weights.items():
        _, found, in_layer = key.rpartition("encoder.layer.")
        number, _, in_adapters = in_layer.partition(".output.adapters.")
        pieces = in_adapters.rsplit(".adapter_", 1)
        if not found or not number.isdigit() or len(pieces) != 2:
            message = f"The adapter has a weight that is not known: {key!r}."
            raise UserError(Problem(message, f"adapter {where!r}", "Is it an adapter of a BERT?"))
        parts[int(number), f"adapter_{pieces[1]}"] = tensor
    return parts
