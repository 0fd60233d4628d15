"""Poolings with weights of their own: Aspire's learned mix of layers, and BERT's pooler.

Source of the mix: Mysore, Cohan and Hope, "Multi-Vector Models with Textual Guidance for
Fine-Grained Scientific Document Similarity" (2022), section 4.2: the first token's vector, averaged
over all layers and the embeddings by the softmax of learned weights. The weights are in the
archives that its model cards link to, not on the hub.

Source of the pooler: Devlin et al. 2019 ("BERT"): the first token's vector through a linear map and
tanh, as SimCSE and CSFCube use it. transformers draws missing weights at random; here that is an
error.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.errors import Problem, UserError
from paperpool.models.loading import read_tensors
from paperpool.models.number_checks import check_weights

if TYPE_CHECKING:  # slow to import
    from sentence_transformers.sentence_transformer.modules import Transformer

LAYER_MIX = "last_layer_mix"
POOLER = "pooler"
LAST = "last"
"""The names of the poolings in the configuration."""

MIX_FILES = ("mixing_weights.safetensors", "model_cur_best.pt")
"""The place of the weights in the model's folder: the first that is there; the second is Aspire's.
"""

_NAME = "bert_layer_weights.weight"


def load_layer_mix(folder: Path, n_layers: int):
    """Return the mix of a transformer's ``n_layers`` as a module.

    Raises UserError without weights, or unless there is one for each layer and the embeddings.
    """
    import torch

    where = f"model {str(folder)!r}"
    path = next((folder / name for name in MIX_FILES if (folder / name).exists()), None)
    if path is None:
        hint = f"Put {MIX_FILES[0]} (a tensor {_NAME}) or Aspire's {MIX_FILES[1]} there."
        raise UserError(Problem("The model has no weights to mix its layers.", where, hint))
    tensors = read_tensors(path)
    n_weights = n_layers + 1
    if _NAME not in tensors or tensors[_NAME].numel() != n_weights:
        message = f"{path.name} has no tensor {_NAME} of {n_weights} numbers."
        raise UserError(Problem(message, where, "Is it of another model?"))
    check_weights({_NAME: tensors[_NAME]}, f"{where}, {path.name}")
    weights = torch.softmax(tensors[_NAME].float().flatten(), dim=0)

    class LayerMix(torch.nn.Module):
        def forward(self, features: dict[str, Any]) -> dict[str, Any]:
            """Put the mix in the place of the last layer's vectors."""
            layers = torch.stack(features["all_layer_embeddings"])
            mixed = torch.tensordot(weights.to(layers), layers, dims=1)
            return {**features, "token_embeddings": mixed}

    return LayerMix()


_OUTPUT = {"text": {"method": "forward", "method_output_name": "pooler_output"}}


def load_with_pooler(folder: Path, arguments: dict[str, Any]) -> Transformer:
    """Return the transformer as a module that gives its pooler's output, (texts, dimensions).

    ``arguments`` are those of loading the model. Raises UserError without a trained pooler.
    """
    from sentence_transformers.sentence_transformer.modules import Transformer
    from transformers import AutoModel

    model, loading = AutoModel.from_pretrained(
        str(folder), output_loading_info=True, trust_remote_code=False
    )
    lacking = any(POOLER in name.split(".") for name in loading["missing_keys"])
    if lacking or getattr(model, POOLER, None) is None:
        hint = "Set pooling: cls for the first token's vector before a pooler, or mean."
        where = f"model {str(folder)!r}"
        raise UserError(Problem("The model has no trained pooler.", where, hint))
    return Transformer(
        str(folder),
        model_kwargs=arguments,
        modality_config=_OUTPUT,
        module_output_name="sentence_embedding",
    )
