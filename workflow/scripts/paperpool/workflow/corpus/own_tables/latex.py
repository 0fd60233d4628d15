"""Text of BibTeX: LaTeX's accents, letters and signs as characters. Mathematics stays as it is."""

import re
import unicodedata

_ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}
"""The combining character of each accent's command."""

_LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "i": "ı",
    "j": "ȷ",
    "th": "þ",
    "TH": "Þ",
    "dh": "ð",
    "DH": "Ð",
    "S": "§",
    "P": "¶",
    "copyright": "©",
    "pounds": "£",
    "dots": "…",
    "ldots": "…",
    "textquotesingle": "'",
    "textendash": "–",
    "textemdash": "—",
    "textasciitilde": "~",
}
"""The character of each command that stands for one."""

_MATH = re.compile(r"((?<!\\)\$(?:\\.|[^$\\])+\$)", re.DOTALL)
_ACCENTED = re.compile(
    r"""
    \\(?: (?P<sign>[`'^~=."]) \s* | (?P<word>[uvHcdbkr]) (?: \s+ | (?=[{\\]) ) )
    (?: \{ \s* \\?(?P<braced>[A-Za-z]) \s* \}
      | \\(?P<dotless>[ij])(?![A-Za-z])
      | (?P<plain>[A-Za-z])
    )
    """,
    re.VERBOSE,
)
_LETTER = re.compile(
    rf"\\({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|\s+)?"
)
_STYLE = re.compile(
    r"\\(?:text(?:it|bf|rm|sc|tt|sf|sl|up|md|normal|sub|superscript|subscript)|emph|mbox|url"
    r"|it|bf|rm|sc|tt|em|sl)(?![A-Za-z])\s*"
)
_ESCAPED = re.compile(r"\\([&%$#_{}])")
_SPACE = re.compile(r"\\[ ,;:!/@]|(?<!\\)~")
_KEPT = {"{": "\ue000", "}": "\ue001"}
"""Private characters for the braces that are escaped, as the others go."""


def to_text(value: str) -> str:
    """Return a value of BibTeX as plain text, with its white space folded."""
    parts = _MATH.split(value)
    for number in range(0, len(parts), 2):  # the others are mathematics
        parts[number] = _convert(parts[number])
    return " ".join("".join(parts).split())


def to_identifier(value: str) -> str:
    """Return an identifier, such as a DOI: not typeset, without escapes and the outer braces."""
    return _ESCAPED.sub(r"\1", value.strip().strip("{}"))


def _convert(text: str) -> str:
    if "\\" in text:
        text = _ACCENTED.sub(_accent, text)
        text = _LETTER.sub(lambda found: _LETTERS[found[1]], text)
        text = _STYLE.sub("", text)
        text = _SPACE.sub(" ", text)
        text = _ESCAPED.sub(lambda found: _KEPT.get(found[1], found[1]), text)
    else:
        text = text.replace("~", " ")
    text = text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")
    text = text.replace("{", "").replace("}", "")
    for brace, kept in _KEPT.items():
        text = text.replace(kept, brace)
    return text


def _accent(found: re.Match[str]) -> str:
    letter = found["braced"] or found["dotless"] or found["plain"]
    accent = _ACCENTS[found["sign"] or found["word"]]
    return unicodedata.normalize("NFC", letter + accent)
