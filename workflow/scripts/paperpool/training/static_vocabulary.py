"""The vocabularies of static encoders: the teacher's word pieces, or the words of the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # slow to import
    from tokenizers import Tokenizer

VOCABULARIES = ("pieces", "words")

FEWEST_PLACES = 3
"""How often a word stands in the papers that are counted, at least."""

_UNKNOWN = "[UNK]"


def make_word_tokenizer(texts: Sequence[str]) -> Tokenizer:
    """Return a tokenizer of the words of ``texts`` in lower case, the frequent ones first.

    Punctuation and words that stand in them less often than FEWEST_PLACES are one, unknown, word.
    """
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.normalizers import Lowercase
    from tokenizers.pre_tokenizers import Whitespace

    lower, split = Lowercase(), Whitespace()
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(word for word, _ in split.pre_tokenize_str(lower.normalize_str(text)))
    known = [w for w, n in counts.items() if n >= FEWEST_PLACES and any(map(str.isalnum, w))]
    known.sort(key=lambda word: (-counts[word], word))
    vocabulary = {word: i for i, word in enumerate([_UNKNOWN, *known])}
    tokenizer = Tokenizer(WordLevel(vocabulary, _UNKNOWN))
    tokenizer.normalizer, tokenizer.pre_tokenizer = lower, split
    return tokenizer


def list_pieces(tokenizer: Tokenizer) -> list[str]:
    """Return the pieces of a tokenizer as texts, in the order of their ids."""
    ids = range(tokenizer.get_vocab_size())
    return [(tokenizer.id_to_token(i) or "").removeprefix("##") for i in ids]


def cut_texts(tokenizer: Tokenizer, texts: Sequence[str], max_tokens: int) -> list[str]:
    """Return what a model reads of each text: ``max_tokens`` pieces, those it adds included."""
    tokenizer.enable_truncation(max_tokens)
    ends = [max((end for _, end in e.offsets), default=0) for e in tokenizer.encode_batch(texts)]
    tokenizer.no_truncation()
    return [text[:end] for text, end in zip(texts, ends, strict=True)]
