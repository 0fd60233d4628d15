"""BERT's word pieces from ``tokenizer.json`` alone, if transformers would build the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.io.strict_json import JsonObject

if TYPE_CHECKING:  # slow to import
    import torch

_NAMES = {"cls": "[CLS]", "sep": "[SEP]", "pad": "[PAD]", "unk": "[UNK]", "mask": "[MASK]"}

_CLASSES = ("BertTokenizer", "BertTokenizerFast")

_UNLIMITED = int(1e30)
"""transformers' default of the longest text."""


class Tokens(dict):
    """Tokens of some texts by name: lists, or tensors of the shape (texts, longest)."""

    def to(self, device: torch.device) -> Tokens:
        """Return the tensors on a device."""
        return Tokens({name: values.to(device) for name, values in self.items()})


class PlainTokenizer:
    """A BERT's tokenizer; it has the used part of the interface of transformers'."""

    sep_token = _NAMES["sep"]

    def __init__(self, file: Path, model_max_length: int):
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(file))
        self.model_max_length = model_max_length
        known = self._tokenizer.get_vocab()
        ids = {part: known[name] for part, name in _NAMES.items()}  # KeyError if it lacks one
        self.cls_token_id = ids["cls"]
        self.sep_token_id = ids["sep"]
        self.pad_token_id = ids["pad"]

    def __len__(self) -> int:
        """Return how many pieces it knows."""
        return self._tokenizer.get_vocab_size()

    def __call__(
        self,
        texts: Sequence[str],
        add_special_tokens: bool = True,
        truncation: bool = False,
        max_length: int | None = None,
        return_offsets_mapping: bool = False,
        return_tensors: str | None = None,
        **unused: Any,
    ) -> Tokens:
        """Return the numbers of the tokens of each text: lists, or tensors padded to the longest.

        ``offset_mapping`` has the start and end of each token in its text, (0, 0) for special ones;
        ``unused`` settings of transformers' are ignored.
        """
        if truncation:
            self._tokenizer.enable_truncation(max_length or self.model_max_length)
        else:
            self._tokenizer.no_truncation()
        if return_tensors is None:
            self._tokenizer.no_padding()
        else:
            self._tokenizer.enable_padding(pad_id=self.pad_token_id, pad_token=_NAMES["pad"])
        found = self._tokenizer.encode_batch(list(texts), add_special_tokens=add_special_tokens)
        if return_tensors is None:
            return Tokens(input_ids=[encoding.ids for encoding in found])
        return self._stack(found, return_offsets_mapping)

    def _stack(self, found: list[Any], with_offsets: bool) -> Tokens:
        from torch import tensor

        tokens = Tokens(
            input_ids=tensor([encoding.ids for encoding in found]),
            attention_mask=tensor([encoding.attention_mask for encoding in found]),
        )
        if with_offsets:
            tokens["offset_mapping"] = tensor([encoding.offsets for encoding in found])
        return tokens


def load_plain_tokenizer(folder: Path) -> PlainTokenizer | None:
    """Return the tokenizer of the BERT in ``folder``, or None if it is unsuitable."""
    file = folder / "tokenizer.json"
    try:
        settings = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
        parts = json.loads(file.read_text(encoding="utf-8"))
        if not _is_plain(parts, settings):
            return None
        longest = settings.get("model_max_length", _UNLIMITED)
        return PlainTokenizer(file, int(min(longest, _UNLIMITED)))
    except Exception:  # what a damaged file is, transformers says
        return None


def _is_plain(parts: JsonObject, settings: JsonObject) -> bool:
    """Return whether the parts of a tokenizer are those that transformers would build of it."""
    if settings.get("tokenizer_class") not in _CLASSES or settings.get("auto_map"):
        return False
    if any(settings.get(f"{part}_token", name) != name for part, name in _NAMES.items()):
        return False
    if any(settings.get(key, "right") != "right" for key in ("padding_side", "truncation_side")):
        return False

    normalizer = {
        "type": "BertNormalizer",
        "clean_text": True,
        "handle_chinese_chars": settings.get("tokenize_chinese_chars", True),
        "strip_accents": settings.get("strip_accents"),
        "lowercase": settings.get("do_lower_case", True),
    }
    if parts["normalizer"] != normalizer or parts["pre_tokenizer"] != {"type": "BertPreTokenizer"}:
        return False
    word_pieces = {
        "type": "WordPiece",
        "unk_token": _NAMES["unk"],
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
    }
    model = parts["model"]
    if any(model.get(key) != value for key, value in word_pieces.items()):
        return False
    return _has_plain_template(parts["post_processor"]) and _has_plain_tokens(
        parts["added_tokens"], model["vocab"]
    )


def _has_plain_template(template: JsonObject) -> bool:
    """Return whether a single text is put between [CLS] and [SEP]."""
    if template["type"] != "TemplateProcessing":
        return False
    found = []
    for item in template["single"]:
        found += [(kind, part["id"]) for kind, part in item.items()]
    return found == [
        ("SpecialToken", _NAMES["cls"]),
        ("Sequence", "A"),
        ("SpecialToken", _NAMES["sep"]),
    ]


def _has_plain_tokens(added: list[JsonObject], vocabulary: Mapping[str, int]) -> bool:
    """Return whether the added tokens are BERT's special ones, found as they are written."""
    for token in added:
        name = token["content"]
        if name not in _NAMES.values() or vocabulary[name] != token["id"] or not token["special"]:
            return False
        if token["single_word"] or token["lstrip"] or token["rstrip"] or token["normalized"]:
            return False
    return len(added) == len(_NAMES)
