"""BERT's word pieces from ``tokenizer.json`` alone, if transformers would build the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_NAMES = {"cls": "[CLS]", "sep": "[SEP]", "pad": "[PAD]", "unk": "[UNK]", "mask": "[MASK]"}

_CLASSES = ("BertTokenizer", "BertTokenizerFast")

_UNLIMITED = int(1e30)
"""transformers' default of the longest text."""


class Tokens(dict):
    """Tokens of some texts by name: lists, or tensors of the shape (texts, longest)."""

    def to(self, device: Any) -> Tokens:
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
        ids = {part: known[name] for part, name in _NAMES.items()}
        self.cls_token_id, self.sep_token_id = ids["cls"], ids["sep"]
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


def _is_plain(parts: dict[str, Any], settings: dict[str, Any]) -> bool:
    """Return whether the parts of a tokenizer are those that transformers would build of it."""
    model, vocabulary = parts["model"], parts["model"]["vocab"]
    normalizer = {
        "type": "BertNormalizer",
        "clean_text": True,
        "handle_chinese_chars": settings.get("tokenize_chinese_chars", True),
        "strip_accents": settings.get("strip_accents"),
        "lowercase": settings.get("do_lower_case", True),
    }
    pieces = {
        "type": "WordPiece",
        "unk_token": _NAMES["unk"],
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
    }
    single = [("SpecialToken", _NAMES["cls"]), ("Sequence", "A"), ("SpecialToken", _NAMES["sep"])]
    around = parts["post_processor"]
    plain_added = all(
        token["content"] in _NAMES.values()
        and vocabulary[token["content"]] == token["id"]
        and token["special"]
        and not (token["single_word"] or token["lstrip"] or token["rstrip"] or token["normalized"])
        for token in parts["added_tokens"]
    )
    named = {f"{part}_token": name for part, name in _NAMES.items()}
    return (
        settings.get("tokenizer_class") in _CLASSES
        and all(settings.get(key, name) == name for key, name in named.items())
        and not settings.get("auto_map")
        and settings.get("padding_side", "right") == "right"
        and settings.get("truncation_side", "right") == "right"
        and parts["normalizer"] == normalizer
        and parts["pre_tokenizer"] == {"type": "BertPreTokenizer"}
        and {key: model.get(key) for key in pieces} == pieces
        and around["type"] == "TemplateProcessing"
        and [(kind, part["id"]) for item in around["single"] for kind, part in item.items()]
        == single
        and len(parts["added_tokens"]) == len(_NAMES)
        and plain_added
    )
