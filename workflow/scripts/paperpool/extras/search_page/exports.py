"""Results to take along: as a table for spreadsheets, as JSON, as BibTeX."""

import csv
import io
import json
import re
import unicodedata
from dataclasses import asdict
from typing import Any

from paperpool.extras.search_page.model import Example, Found, Link, Result
from paperpool.io.csv_rows import defuse

_COLUMNS = (
    *("rank", "paper_id", "title", "year", "venue", "doi", "arxiv_id", "acl_id", "fields"),
    *("score", "cited", "grade", "citations", "authors"),
)

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""No text: control characters, and halves of characters that no file can hold."""

_TEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: f"\\{character}" for character in "{}$&%#_"},
    }
)
"""How TeX sets a character literally."""

_ENCODED = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})
"""Characters that would end a field that TeX reads literally, such as an address."""

_PROCEEDINGS = re.compile(
    r"\b(proceedings|conference|workshop|symposium)\b|^(?:acl|emnlp|naacl|eacl|coling|icml|iclr|"
    r"nips|neurips|aaai|ijcai|cvpr|iccv|eccv|sigir|kdd|www)\b",
    re.IGNORECASE,
)
"""Venues that publish proceedings; others are taken for journals."""

_JOURNALS = re.compile(
    r"\bjournal\b|^proceedings of the (?:ieee|national academy|vldb|acm on)\b", re.I
)
"""Journals that look like proceedings by their name."""

_PREPRINTS = re.compile(r"^arxiv\b|\bcorr\b|\bpreprint", re.IGNORECASE)

_NOT_IN_KEYS = re.compile(r"[^A-Za-z0-9]+")


def to_csv(found: Found) -> str:
    r"""Return the results as CSV, a row each, with ``\r\n`` line ends (RFC 4180).

    Texts that a spreadsheet might take for formulas are defused. Each link is ``<sentence of the
    example> ~ <sentence of the result> (<similarity>)``.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow((*_COLUMNS, "links"))
    for result in found.results:
        values = [getattr(result, name) for name in _COLUMNS]
        writer.writerow([_cell(value) for value in (*values, _say_links(found, result))])
    return file.getvalue()


def _say_links(found: Found, result: Result) -> str:
    def say(link: Link) -> str:
        asked, offered = found.example.sentences[link.asked], result.sentences[link.found]
        return f"{asked.text} ~ {offered.text} ({link.similarity:.3f})"

    return "\n".join(map(say, result.links))


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        value = "; ".join(value)
    if not isinstance(value, str):
        return value
    return defuse(_CONTROLS.sub("", value))


def to_json(found: Found) -> str:
    """Return a search and its results as JSON, without seconds: equal searches give equal texts.

    Sentences are counted from 1, as on the page. Characters that UTF-8 cannot hold are replaced.
    """
    settings: dict[str, Any] = asdict(found.settings)
    settings["sentences"] = [place + 1 for place in settings.pop("marked")]
    sentences = [
        {"number": place + 1, **asdict(sentence), "chosen": place in found.chosen}
        for place, sentence in enumerate(found.example.sentences)
    ]
    values = {
        "query": {
            **_describe_paper(found.example),
            "sentences": sentences,
            "like": list(map(_describe_paper, found.like)),
            "unlike": list(map(_describe_paper, found.unlike)),
        },
        "settings": settings,
        "n_candidates": found.n_candidates,
        "notes": list(found.notes),
        "results": [_describe_result(found, result) for result in found.results],
    }
    text = json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return text.encode("utf-8", "replace").decode()


def _describe_paper(example: Example) -> dict[str, Any]:
    return {"paper_id": example.paper_id, "title": example.title, "year": example.year}


def _describe_result(found: Found, result: Result) -> dict[str, Any]:
    nearest = [
        {
            "asked": link.asked + 1,
            "asked_text": found.example.sentences[link.asked].text,
            "found": link.found + 1,
            "found_text": result.sentences[link.found].text,
            "similarity": link.similarity,
        }
        for link in result.links
    ]
    return {name: getattr(result, name) for name in _COLUMNS} | {"nearest": nearest}


def to_bibtex(found: Found) -> str:
    """Return the results as BibTeX entries, in their order; only a collection knows authors.

    Venues of proceedings give ``@inproceedings``, others ``@article``; preprints and papers without
    a venue are ``@misc``.
    """
    used: set[str] = set()
    return "\n".join(_entry(result, used) for result in found.results)


def _entry(result: Result, used: set[str]) -> str:
    venue = _tidy(result.venue)
    values = {"title": f"{{{_tidy(result.title, _TEX)}}}" if _tidy(result.title) else ""}
    kind = "misc"
    if venue and not _PREPRINTS.search(venue):
        is_proceedings = bool(_PROCEEDINGS.search(venue)) and not _JOURNALS.search(venue)
        kind = "inproceedings" if is_proceedings else "article"
        values["booktitle" if is_proceedings else "journal"] = venue.translate(_TEX)
    values["author"] = " and ".join(_tidy(name, _TEX) for name in result.authors)
    values["year"] = "" if result.year is None else str(result.year)
    values["doi"] = _tidy(result.doi, _ENCODED)
    if arxiv := _tidy(result.arxiv_id, _ENCODED):
        values |= {"eprint": arxiv, "archiveprefix": "arXiv"}
    values["note"] = f"Paper {_tidy(result.paper_id, _TEX)}"
    lines = [f"  {name} = {{{value}}}," for name, value in values.items() if value]
    return "\n".join([f"@{kind}{{{_key(result, used)},", *lines, "}"]) + "\n"


def _key(result: Result, used: set[str]) -> str:
    """Return a key of letters and digits: the paper's id behind a word, never one used before."""
    plain = _NOT_IN_KEYS.sub("", unicodedata.normalize("NFKD", result.paper_id))
    key = f"paper{plain}"
    number = 2
    while key.lower() in used:  # keys are the same whatever their case
        key, number = f"paper{plain}-{number}", number + 1
    used.add(key.lower())
    return key


def _tidy(text: str | None, written: dict[int, str] | None = None) -> str:
    """Return the text on one line without control characters, translated by ``written``."""
    return " ".join(_CONTROLS.sub("", text or "").split()).translate(written or {})
