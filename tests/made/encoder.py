"""An encoder of texts that stands in for one and has no prompts; a tokenizer of words."""

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace


class WithoutPrompts:
    """Queries are encoded like all other texts, the separator is BERT's."""

    encodes_queries_apart = False

    def separator(self, kind):
        return " " if kind == "space" else "[SEP]"

    def encode_queries(self, texts):
        return self.encode(texts)


def make_tokenizer(*words):
    """Return a tokenizer of words whose vocabulary begins with ``[UNK]``."""
    tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(("[UNK]", *words))}, "[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    return tokenizer
