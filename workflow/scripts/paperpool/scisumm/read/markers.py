"""Remove citation markers from sentences (Ricci et al., section 3.1).

Removed are names with years (``(Och and Ney, 2001; Koehn 2004)``, ``Wang et al. (1997)``,
``[Brants, 2000]``), numbers and keys of a bibliography (``[5, 9]``, ``[CWG86]``) and the names
before "et al."; ordinary brackets, dates, equation numbers and array indices stay. OCR may have
damaged names and lost brackets. Every pattern is bounded or possessive, so time is linear.
"""

import re
from pathlib import Path

import yaml

# A possessive group is written (?>(?:…){0,3}), not (?:…){0,3}+: the latter matches differently in
# Python 3.11.2 and 3.11.7.

_GONE = "\x00"
"""Stands for a marker until the text is tidied; it cannot occur in XML."""

_PARTICLE = (
    r"(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]en|[Dd]el|[Dd]ella|[Dd]i|[Dd]u|[Dd]es|[Tt]en|[Tt]er|[Ll]a|"
    r"[Ll]e|El|Al|Bar|Ben|San|Sparck|Mc|da|dos)"
)
_LETTER = r"[\w'’‘´`¨¸ˇ˜]"
_SURNAME = rf"[^\W\d_a-z]{_LETTER}{{0,24}}+(?>(?:-(?:\s(?!and\b|or\b))?{_LETTER}{{1,24}}+){{0,3}})"
_NAME = (
    rf"(?>(?:{_PARTICLE}\s){{0,3}})(?>(?:[A-Z]\.\s?-?){{0,3}}){_SURNAME}"
    rf"(?>(?:\s(?:im|van|von|de|der|den)\s{_SURNAME})?)(?>(?:,?\s[A-Z]\.){{0,3}})"
)
_START = r"(?<![^\W\d])(?<!['’-])"
"""A name starts a word, or follows the number of a footnote."""
_ET_AL = r"(?:et\.?\s?(?:al|at|a1|aI|a!|c\.\sal)|eta[l1!]|(?<=et)\s?al)(?![^\W\d])"
_JOINT = r"(?:\s?,\s?(?:(?:and|&)\s)?|\s(?:and|&)\s)"
_NAMES = (
    rf"{_START}{_NAME}(?>(?:{_JOINT}{_NAME}){{0,9}})"
    rf"(?P<others>\s?,?\s?(?:{_ET_AL}\.?|and\sothers\b))?"
    r"(?:\s?['’´]s?(?!\w))?"
)
_YEAR = (
    r"(?:(?:1[89]\d\d|20[0-2]\d)(?>(?:[a-h](?:[,/][a-h]\b){0,5}|\s[a-h](?=\s?[,;)\]]))?)"
    r"(?!\w|\.\d|\s?[-–]\s?\d)"
    r"|(?:in\spress|to\sappear|forthcoming|in\spreparation|submitted(?!\sto)|this\svolume)\b)"
)
_PAGES = (
    r"(?>(?:\s?[,:]\s?(?:(?:pp?|pages?|ch|chap|chapter|sec|sect|section|Section|Chapter|Ch|vol|fn)"
    r"\b\.?\s?(?:\d[\d.]*+|[IVXivx]{1,5}\b)|(?!(?:1[89]|20)\d\d)\d{1,4}(?![\w%]))"
    r"(?>(?:\s?[-–]\s?\d+)?))?)"
)
_YEARS = (
    rf"{_YEAR}{_PAGES}"
    rf"(?>(?:\s?[,;/&]\s?(?:and\s)?{_YEAR}{_PAGES}|\sand\s{_YEAR}{_PAGES}){{0,8}})"
)

_HINT = re.compile(
    r"\d|et\.?\s?[ac]|eta|in\spress|to\sappear|forthcoming|in\spreparation|submitted|this\svolume"
)
"""A quick test: text without any of these has no markers."""

_NUMBER = r"[1-9]\d{0,2}"
_BRACKETED_NUMBERS = rf"\[\s?{_NUMBER}(?>(?:\s?[,;–-]\s?{_NUMBER}){{0,30}})\s?\]"
_NUMBERS = re.compile(
    rf"(?<![\w\[\]>∈=])(?<![∈=]\s)(?<!interval\s)(?<!range\s)(?<!ranges\s)"
    rf"{_BRACKETED_NUMBERS}(?!\s?[{{=<>→])"
)
_NARRATIVE = re.compile(rf"(?P<names>{_NAMES})\s?,?\s?[(\[]\s?{_YEARS}\s?[)\]]")
_NUMBERED = re.compile(rf"(?P<names>{_NAMES})\s{_BRACKETED_NUMBERS}")
_YEAR_GROUP = re.compile(rf"[(\[]\s?{_YEARS}\s?[)\]]")
_CITATION = re.compile(
    rf"(?P<names>{_NAMES})(?P<comma>[\s,.:]{{0,3}}+)(?P<year>{_YEARS})(?P<end>\s?[)\];])?"
)
_SHORT_YEAR = re.compile(rf"(?P<names>{_NAMES}),?\s['’]?(?:[6-9]\d|0\d)[a-h]?(?=\s?[,;]|\s?$)")
_KEYS = {
    "[": re.compile(r"\s?[A-Z][A-Za-z+]{1,6}(?:[6-9]\d|0\d)[a-h]?\s?"),
    "(": re.compile(r"\s?[A-Z][A-Za-z]{1,3}[6-9]\d[a-h]?\s?"),
}
"""Keys of a bibliography by bracket; longer words in round brackets are data sets."""
_LOOSE = re.compile(
    rf"(?:^|(?<=[;{_GONE}]))\s?[^\W\d_a-z][^\s,;]{{0,30}}+(?:\s[^\s,;]{{1,30}}+){{0,5}}?"
    rf",\s?{_YEARS}\s?(?=;|$)"
)
"""A part of a bracket with any words before its comma: a name may be damaged."""
_PAGES_LEFT = re.compile(rf"(?<={_GONE}){_PAGES}")
_GROUP = re.compile(r"\([^()]*+\)|\[[^\[\]]*+\]")
_COAUTHORS = re.compile(
    rf"{_START}{_NAME}(?>(?:{_JOINT}{_NAME}){{0,9}})\s?,?\s?{_ET_AL}\.?(?:\s?['’´]s)?"
)
# the rest of a marker that began in the sentence before
_CUT = re.compile(rf"(?:\b{_ET_AL}\.?|\bal\.),?\s?{_YEARS}\s?[)\]]?|^\W{{0,3}}{_YEARS}\s?[)\]]")
_PLAIN_WORDS = re.compile(r"[^\W\d_]+|\d+|[^\w\s,.;:/&'’\"-]")


_TEXTS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
_AROUND = frozenset(_TEXTS["around"].split())
"""Words allowed beside markers in a bracket."""

_NO_NAMES = frozenset(_TEXTS["no_names"].split())
"""Capitalised words that are no names."""


def remove_markers(text: str) -> str:
    """Return ``text`` without citation markers, and brackets of these and words like "see"."""
    if not _HINT.search(text):
        return text
    marked = _NARRATIVE.sub(_remove_narrative, text)
    # the rest of "Och et al. (2001)" after a wrong sentence end behind "al."
    marked = _YEAR_GROUP.sub(_GONE, marked)
    marked = _NUMBERED.sub(_remove_numbered, marked)
    marked = _NUMBERS.sub(_GONE, marked)

    for _ in range(2):  # brackets in brackets
        marked = _GROUP.sub(_remove_in_group, marked)
    marked = _CITATION.sub(_remove_bare, marked)
    marked = _COAUTHORS.sub(_remove_coauthors, marked)
    marked = _CUT.sub(_GONE, marked)
    return text if marked == text else _tidy(marked)


_CAPITALISED = re.compile(rf"{_START}{_NAME}")
_ACRONYM = re.compile(r"[A-Z]{2}|^.$")
_ADVERBS = ("ally", "ntly", "ively", "ously", "ately", "arly")
_POSSESSIVE = re.compile(r"['’´]s?$")


def _is_name(word: str, acronyms: bool) -> bool:
    word = _POSSESSIVE.sub("", word)
    if word in _NO_NAMES or word.endswith(_ADVERBS):
        return False
    return acronyms or not _ACRONYM.search(word.split("-")[0])


def _start_of_names(names: str, acronyms: bool = False) -> int | None:
    """Return the start of the names after the last other word; names may have ``acronyms``."""
    start: int | None = None
    for word in _CAPITALISED.finditer(names):
        if not _is_name(word[0], acronyms):
            start = None
        elif start is None:
            start = word.start()
    return start


def _remove_narrative(match: re.Match[str]) -> str:
    """Remove names and the bracketed year after them; of other words, the year."""
    names = match["names"]
    start = _start_of_names(names, acronyms=bool(match["others"]))
    if start is None:
        return f"{names} {_GONE}"
    return f"{names[:start]}{_GONE}"


def _remove_numbered(match: re.Match[str]) -> str:
    """Remove two or more names and the number after them; a single one is often a system."""
    start = _start_of_names(match["names"], acronyms=bool(match["others"]))
    if start is None or len(_CAPITALISED.findall(match["names"][start:])) < 2:
        return match[0]
    return match["names"][:start] + _GONE


def _remove_in_group(match: re.Match[str]) -> str:
    """Remove the markers of a bracket, and the bracket if it has no other text."""
    inner = match[0][1:-1]
    opener = match[0][0]
    if all(map(_KEYS[opener].fullmatch, re.split("[,;]", inner))):
        return _GONE

    marked = _CITATION.sub(_remove_grouped, inner)
    marked = _SHORT_YEAR.sub(lambda short: _remove_short(short, opener), marked)
    marked = _COAUTHORS.sub(_remove_coauthors, marked)
    marked = _LOOSE.sub(_remove_loose, marked)
    marked = _PAGES_LEFT.sub("", marked)
    if _GONE not in marked:
        return match[0]
    if all(word.lower() in _AROUND for word in _PLAIN_WORDS.findall(marked.replace(_GONE, " "))):
        return _GONE
    return f"{opener}{marked}{match[0][-1]}"


def _remove_grouped(match: re.Match[str]) -> str:
    start = _start_of_names(match["names"], acronyms="," in match["comma"] or bool(match["others"]))
    if start is None:
        return match[0]
    return match["names"][:start] + _GONE + (match["end"] or "")


def _remove_loose(match: re.Match[str]) -> str:
    if any(word in _NO_NAMES for word in match[0].split()):
        return match[0]
    return _GONE


def _remove_short(match: re.Match[str], opener: str) -> str:
    alone = opener == "[" and match[0] == match.string and "," not in match[0]
    start = _start_of_names(match["names"], acronyms=alone)
    if start is None:
        return match[0]
    return match["names"][:start] + _GONE


def _remove_bare(match: re.Match[str]) -> str:
    """Remove a marker outside brackets; one name and a comma may be a place ("Prague, 2007")."""
    start = _start_of_names(match["names"], acronyms=bool(match["others"]))
    if start is None:
        return match[0]
    if not (match["others"] or match["year"][0].isdigit()):
        return match[0]

    # a bracket whose other half is lost, or a second name, shows that it is no place
    end = (match["end"] or "").strip()
    before = match.string[: match.start()].rstrip()[-1:]
    is_half = end in ("]", ")") or before in ("(", "[", ";")
    is_joint = len(_CAPITALISED.findall(match["names"][start:])) > 1
    if "," in match["comma"] and not (match["others"] or is_half or is_joint or end):
        return match[0]
    removed = match["names"][:start] + _GONE
    if end == ";":
        removed += match["end"]
    return removed


def _remove_coauthors(match: re.Match[str]) -> str:
    start = _start_of_names(match[0], acronyms=True)
    if start is None:
        return match[0]
    return match[0][:start] + _GONE


_LISTED = re.compile(rf"(?<={_GONE})(?>(?:[\s,;&/]|and\b|or\b)*){_GONE}")
_IN_GROUP = re.compile(
    rf"(?<=[(\[])[\s,;:]*+{_GONE}[\s,;:]*+|(?<![\s,;:])[\s,;:]*+{_GONE}[\s,;:]*+(?=[)\]])"
)
_HULL = re.compile(rf"(?:\(\[|\[\()\s?{_GONE}\s?[)\]]{{1,2}}|[(\[]\s?{_GONE}\s?[)\]]")
_AT_START = re.compile(rf"^[\s,;:.)\]]*+{_GONE}[\s,;:.)\]]*+")
_LOST_OPENER = re.compile(rf"[(\[]\s?{_GONE}(?![^()\[\]]{{0,500}}[)\]])")
_LEFT = re.compile(rf"(?<![\s,])(?P<before>[\s,]*+){_GONE}\s*+(?P<mark>[.,;:!?)\]]?)")


def _tidy(marked: str) -> str:
    """Remove the placeholders with their white space and commas."""
    marked = _HULL.sub(_GONE, marked)
    marked = _LOST_OPENER.sub(_GONE, marked)
    marked = _LISTED.sub("", marked)
    marked = _AT_START.sub("", marked)
    marked = _IN_GROUP.sub("", marked)
    return _LEFT.sub(_join, marked).strip()


def _join(match: re.Match[str]) -> str:
    """Return the text between two words in place of a marker."""
    return match["mark"] or (", " if "," in match["before"] else " ")
