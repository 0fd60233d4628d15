"""Read tensors that somebody else saved, without running code: safetensors, else weights only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # slow to import
    from torch import Tensor


def read_tensors(path: Path) -> dict[str, Tensor]:
    """Return the tensors of a file by name; pickled objects other than tensors are refused."""
    import torch
    from safetensors.torch import load_file

    if path.suffix == ".safetensors":
        return load_file(path)
    return torch.load(path, map_location="cpu", weights_only=True)
