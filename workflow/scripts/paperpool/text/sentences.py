"""Split running text into sentences.

CSFCube's corpus filter counts an abstract's sentences (section 3 and datasheet), and the facet
labeller labels them. The original work used nltk's ``sent_tokenize``, which needs a downloaded
model; these rules follow its idea (Kiss and Strunk, 2006): a full stop ends a sentence unless it
follows an abbreviation or an initial and the next word does not look like a start. Like nltk, and
so like CSFCube's release, they split after "e.g.", "i.e." and "et al.";
``studies/compare_splitters.py`` counts the differences.
"""

import re

_CLOSERS = "\"'”’»)\\]}"
_OPENERS = "\"'`“‘«(\\[{"
_END = re.compile(rf"([.!?](?<![.!?][.!?])[.!?]*+)([{_CLOSERS}]*+)\s++(?=\S)")
# the look behind keeps a long run linear; behind the first stop, so that sre can scan for stops
_NEXT_WORD = re.compile(rf"[{_OPENERS}]*+([^\W\d_]*+)")
_INITIALS = re.compile(r"[^\W\d_]|(?:[A-Z]\.)+[A-Z]")
_LONGEST_WORD = 24
"""Characters read before a full stop: longer words are no abbreviations."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ABBREVIATIONS = _words(
    "vs ph.d dr prof mr mrs ms messrs jr sr st mt ft lt col gen sen rep rev inc ltd co corp bros "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
"""After these a sentence ends only before a frequent first word."""

_BEFORE_NUMBER = _words(
    "fig figs eq eqs eqn eqns sec secs sect sects ref refs tab tabs thm thms prop props def lem "
    "cor ch chap chaps vol vols no nos p pp art alg app ex"
)
"""After these a number or an opening bracket continues the sentence."""

SPECIAL_WORDS = _ABBREVIATIONS | _BEFORE_NUMBER
"""The lower-cased words whose full stop may not end a sentence (see also initials)."""

_STARTERS = _words(
    "a according additionally after all although among an and another as at based because besides "
    "both but by compared consequently despite due during each experiments extensive finally "
    "first firstly following for from furthermore given hence here how however i if in indeed "
    "instead it its lastly many meanwhile more moreover most motivated nevertheless next no note "
    "numerical on one our overall previous recent recently results second secondly several "
    "similarly simulation simulations since so some specifically starting such that the their "
    "then there thereby therefore these they third this those though three through thus to "
    "together two under unfortunately unlike using we what when where whereas whether which while "
    "with within yet"
)
"""Words that, capitalised, start a sentence even after an abbreviation or an initial."""


def split_sentences(text: str) -> list[str]:
    """Return the stripped sentences of ``text`` in order, without loss, in linear time."""
    sentences = []
    start = 0
    for match in _END.finditer(text):
        if _ends_sentence(text, match):
            sentences.append(text[start : match.end(2)].lstrip())
            start = match.end()

    last = text[start:].strip()
    if last:
        sentences.append(last)
    return sentences


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    """Return whether the punctuation of an ``_END`` match ends a sentence."""
    after = match.end()
    if len(match[1]) > 1 and set(match[1]) == {"."}:
        return not (text[after].islower() or text[after] in ",;:.&+*=")
    if match[1] != "." or match[2]:
        return True
    return ends_at_full_stop(text, match.start(), after)


def ends_at_full_stop(text: str, stop: int, after: int) -> bool:
    """Return whether the full stop at ``stop`` ends a sentence, given the next word's index."""
    words = text[max(0, stop - _LONGEST_WORD) : stop].split()
    as_written = words[-1].lstrip("([{\"'`“‘«,;:~") if words else ""
    word = as_written.lower()
    if word in _ABBREVIATIONS or _INITIALS.fullmatch(as_written):
        following = _NEXT_WORD.match(text, after)
        assert following  # the pattern may be empty
        is_letter = following.end() - following.start(1) == 1
        is_initial = is_letter and text.startswith(".", following.end())
        return following[1][:1].isupper() and following[1].lower() in _STARTERS and not is_initial

    if word in _BEFORE_NUMBER:
        return not (text[after].isdigit() or text[after] in "([$#")
    return True
