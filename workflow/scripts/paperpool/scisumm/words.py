"""Split scientific sentences into words, for word vectors and matching.

The paper does not describe its tokenisation. Here a word is a run of letters and digits; hyphens
split words and are dropped (Moses left ``@-@`` in the paper's stop words); the text after an
apostrophe (``'s``, ``'t``) is a word, as in that list; other characters stand alone.
"""

import re
from pathlib import Path

_WORD = re.compile(r"\d+(?>(?:[.,]\d+)+)(?!\w)|[^\W_]+|['’][a-z]{1,2}(?!\w)|\S")
_INNER_HYPHEN = re.compile(r"(?<=[^\W_])-(?=[^\W_])")
_SOFT_HYPHEN = re.compile("Â?\u00ad\\s?")
"""A word broken by OCR; its UTF-8 bytes may have been read as two characters."""


def split_words(text: str) -> list[str]:
    """Return the cased words of ``text`` in order, with punctuation but without inner hyphens."""
    if "\u00ad" in text:
        text = _SOFT_HYPHEN.sub("", text)
    return _WORD.findall(_INNER_HYPHEN.sub(" ", text).replace("’", "'"))


STOP_WORDS = frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split())
"""The lower-cased stop words of Ricci et al. (appendix E), as printed (no full stop)."""
