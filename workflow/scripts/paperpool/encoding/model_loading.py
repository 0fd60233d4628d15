"""Load a model as each kind of ranker would, and let it encode a paper."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import CachedModel
from paperpool.models.contextual_encoders import ContextualEncoder, TokenEncoder
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.models.loading import list_tensor_names, loading_model
from paperpool.models.locating import fetch_model
from paperpool.models.sparse_encoder import SparseEncoder

WAYS: dict[type[CachedModel], tuple[str, ...]] = {
    Encoder: ("dense", "facet", "same_facet", "sentences", "late"),
    ContextualEncoder: ("ts", "ot"),
    TokenEncoder: ("tokens",),
    SparseEncoder: ("splade",),
}
"""The kinds of rankers by the encoder that they load."""

_PAPER = ("A title", "We study citations.", "They are found by similar sentences of abstracts.")


@dataclass(frozen=True)
class Loaded:
    """A model as some ``kinds`` of rankers load it, or the problem of loading it so."""

    kinds: tuple[str, ...]
    model: CachedModel | None = None
    problem: Problem | None = None


def load_in_all_ways(settings: EncoderSettings, cache: str | Path) -> Iterator[Loaded]:
    """Yield how a model loads for each kind of ranker and encodes a paper with finite numbers.

    A static encoder has no tokens in context, and is not loaded for kinds with those. A model
    without the head of a masked language model is not loaded for splade.
    """
    threads = os.cpu_count() or 1
    is_static = Encoder(settings, ArrayCache(cache), threads).is_static
    weighs_terms = not is_static and _has_head_of_terms(fetch_model(settings.model))
    for way, kinds in WAYS.items():
        if is_static and way is not Encoder:
            continue
        if way is SparseEncoder and not weighs_terms:
            continue
        try:
            model = way(settings, ArrayCache(cache), threads)
            if isinstance(model, Encoder):
                model.encode_directly(_PAPER, threads)
            elif isinstance(model, SparseEncoder):
                model.encode(_PAPER)
            elif isinstance(model, ContextualEncoder | TokenEncoder):
                model.encode([_PAPER])
        except UserError as error:
            yield Loaded(kinds, problem=error.problems[0])
        else:
            yield Loaded(kinds, model)


def _has_head_of_terms(folder: Path) -> bool:
    """Return whether a model's weights have the head of a masked language model.

    Encoders that were trained from such a model often still name it in config.json, without its
    head. The head is what the whole network has besides its base.
    """
    import torch
    from transformers import AutoConfig, AutoModelForMaskedLM

    files = list(folder.glob("*.safetensors"))
    files += folder.glob("pytorch_model*.bin")
    try:
        with loading_model(folder):
            config = AutoConfig.from_pretrained(str(folder), trust_remote_code=False)
            with torch.device("meta"):  # without numbers
                network = AutoModelForMaskedLM.from_config(config, trust_remote_code=False)
            saved = set()
            for file in files:
                saved.update(list_tensor_names(file))
    except UserError:  # the kinds that load it say what is wrong
        return False
    prefix = f"{network.base_model_prefix}."
    head = {name for name in network.state_dict() if not name.startswith(prefix)}
    return not head.isdisjoint(saved)
