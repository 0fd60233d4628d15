"""Words of scientific sentences, as word vectors know them and as sentences are matched by.

The paper leaves the splitting of sentences open. Here a word is a run of letters and digits;
hyphens part words and are left out (the ``@-@`` of the paper's stop word list is left by Moses's
tokeniser at a split hyphen); the text cut off by an apostrophe (``'s``, ``'t``) is a word of its
own, as that list has it too; a number keeps its inner points and commas; any other character stands
alone.
"""

import re
from pathlib import Path

_WORD = re.compile(r"\d+(?>(?:[.,]\d+)+)(?!\w)|[^\W_]+|['’][a-z]{1,2}(?!\w)|\S")
_INNER_HYPHEN = re.compile(r"(?<=[^\W_])-(?=[^\W_])")
_SOFT_HYPHEN = re.compile("Â?\u00ad\\s?")
"""A word broken by OCR; its UTF-8 bytes may have been read as two characters."""


def split_words(text: str) -> list[str]:
    """Return the words of ``text`` in order, cased; punctuation but for inner hyphens."""
    text = _SOFT_HYPHEN.sub("", text) if "\u00ad" in text else text
    return _WORD.findall(_INNER_HYPHEN.sub(" ", text).replace("’", "'"))


def count_words(text: str) -> int:
    """Return how many words ``text`` has."""
    return len(split_words(text))


STOP_WORDS = frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split())
"""The stop words of Ricci et al. (appendix E), in lower case, as printed (no full stop)."""
