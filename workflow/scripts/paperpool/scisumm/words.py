"""Words of scientific sentences, as word vectors know them and as sentences are matched by.

The paper does not say how it splits sentences. Here a word is a run of letters and digits; hyphens
part words and are left out (the ``@-@`` of the paper's stop word list is what Moses's tokeniser
leaves where it split a word at one); what an apostrophe cuts off (``'s``, ``'t``) is a word of its
own, as that list has it too; a number keeps its inner points and commas; any other character stands
alone.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"\d+(?>(?:[.,]\d+)+)(?!\w)|[^\W_]+|['’][a-z]{1,2}(?!\w)|\S")
_INNER_HYPHEN = re.compile(r"(?<=[^\W_])-(?=[^\W_])")
_SOFT_HYPHEN = re.compile("Â?\u00ad\\s?")
"""Where OCR broke a word; its UTF-8 bytes may have been read as two characters."""


def split_words(text: str) -> list[str]:
    """Return the words of ``text`` in order, cased; punctuation but for inner hyphens."""
    text = _SOFT_HYPHEN.sub("", text) if "\u00ad" in text else text
    return _WORD.findall(_INNER_HYPHEN.sub(" ", text).replace("’", "'"))


def count_words(text: str) -> int:
    """Return how many words ``text`` has."""
    return len(split_words(text))


STOP_WORDS = frozenset(
    r"""
    @-@ = <eos> <unk> disambiguation etc etc. - @card@ ~ _ @ ; & * < > ( ) \ | { } ] [ ' " / ?
    ! , 't 'd 'll 's 'm 've a about above after again against all am an and any are aren as at be
    because been before being below between both but by can cannot could couldn did didn do does
    doesn doing don down during each few for from further had hadn has hasn have haven having he
    her here hers herself him himself his how i if in into is isn it its itself let me more most
    mustn my myself no nor not of off on once only or other ought our ours ourselves out over own
    same she should shouldn so some such than that the their theirs them themselves then there these
    they this those through to too under until up very was wasn we were weren what when where which
    while who whom why with won would wouldn you your yours yourself yourselves
    """.split()
)
"""The stop words of Ricci et al. (appendix E), in lower case, as printed (no full stop)."""
