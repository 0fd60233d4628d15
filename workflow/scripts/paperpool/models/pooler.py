"""The pooler of a BERT: the vector that SimCSE's authors, and CSFCube's after them, take of a text.

Source: Devlin et al. 2019 ("BERT"): the first token's vector through a linear map and tanh. A
checkpoint need not have it; transformers then draws its weights at random, so that is an error.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.errors import Problem, UserError

if TYPE_CHECKING:  # slow to import
    from sentence_transformers.sentence_transformer.modules import Transformer

POOLER = "pooler"
"""The pooling's name in the configuration."""

_OUTPUT = {"text": {"method": "forward", "method_output_name": "pooler_output"}}


def load_with_pooler(folder: Path, arguments: dict[str, Any]) -> Transformer:
    """Return the transformer as a module whose output is its pooler's, shape (texts, dimensions).

    ``arguments`` are those of loading the model. Raises UserError where it has no pooler, or none
    with weights of its own.
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
