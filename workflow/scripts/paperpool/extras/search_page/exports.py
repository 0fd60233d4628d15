"""Results to take along: as a table for spreadsheets, as JSON, as BibTeX."""

import csv
import io
import json
import re
import unicodedata
from dataclasses import asdict
from typing import Any

from paperpool.extras.search_page.model import Example, Found, Result
from paperpool.io.csv_rows import defuse

_COLUMNS = (
    "rank",
    "paper_id",
    "title",
    "year",
    "venue",
    "doi",
    "arxiv_id",
    "acl_id",
    "fields",
    "score",
    "cited",
    "grade",
    "citations",
    "authors",
)

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""No text: control characters, and halves of characters that no file can hold."""

_TEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "%": r"\%",
        "#": r"\#",
        "_": r"\_",
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
    writer.writerow([*_COLUMNS, "links"])
    for result in found.results:
        row = [_cell(getattr(result, name)) for name in _COLUMNS]
        row.append(_cell(_say_links(found, result)))
        writer.writerow(row)
    return file.getvalue()


def _say_links(found: Found, result: Result) -> str:
    lines = []
    for link in result.links:
        asked = found.example.sentences[link.asked].text
        offered = result.sentences[link.found].text
        lines.append(f"{asked} ~ {offered} ({link.similarity:.3f})")
    return "\n".join(lines)


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        if value:
            return "yes"
        return "no"
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
    query = _describe_paper(found.example)
    query["sentences"] = _describe_sentences(found)
    query["like"] = list(map(_describe_paper, found.like))
    query["unlike"] = list(map(_describe_paper, found.unlike))

    values = {
        "query": query,
        "settings": settings,
        "n_candidates": found.n_candidates,
        "notes": list(found.notes),
        "results": [_describe_result(found, result) for result in found.results],
    }
    text = json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    return text.encode("utf-8", "replace").decode()


def _describe_sentences(found: Found) -> list[dict[str, Any]]:
    described = []
    for place, sentence in enumerate(found.example.sentences):
        values: dict[str, Any] = {"number": place + 1}
        values |= asdict(sentence)
        values["chosen"] = place in found.chosen
        described.append(values)
    return described


def _describe_paper(example: Example) -> dict[str, Any]:
    return {"paper_id": example.paper_id, "title": example.title, "year": example.year}


def _describe_result(found: Found, result: Result) -> dict[str, Any]:
    nearest = []
    for link in result.links:
        pair = {
            "asked": link.asked + 1,
            "asked_text": found.example.sentences[link.asked].text,
            "found": link.found + 1,
            "found_text": result.sentences[link.found].text,
            "similarity": link.similarity,
        }
        nearest.append(pair)

    values = {name: getattr(result, name) for name in _COLUMNS}
    values["nearest"] = nearest
    return values


def to_bibtex(found: Found) -> str:
    """Return the results as BibTeX entries, in their order; only a collection knows authors.

    Venues of proceedings give ``@inproceedings``, others ``@article``; preprints and papers without
    a venue are ``@misc``.
    """
    used: set[str] = set()
    return "\n".join(_entry(result, used) for result in found.results)


def _entry(result: Result, used_keys: set[str]) -> str:
    """Return an entry; a field without a value has no line."""
    kind = "misc"
    venue_field = None
    venue = _tidy(result.venue)
    if venue and not _PREPRINTS.search(venue):
        if _PROCEEDINGS.search(venue) and not _JOURNALS.search(venue):
            kind = "inproceedings"
            venue_field = "booktitle"
        else:
            kind = "article"
            venue_field = "journal"

    lines = [f"@{kind}{{{_key(result, used_keys)},"]
    title = _tidy(result.title, _TEX)
    if title:
        lines.append(_field("title", f"{{{title}}}"))  # in braces it keeps its capitals
    if venue_field is not None:
        lines.append(_field(venue_field, venue.translate(_TEX)))
    authors = " and ".join(_tidy(name, _TEX) for name in result.authors)
    if authors:
        lines.append(_field("author", authors))
    if result.year is not None:
        lines.append(_field("year", str(result.year)))
    doi = _tidy(result.doi, _ENCODED)
    if doi:
        lines.append(_field("doi", doi))
    arxiv_id = _tidy(result.arxiv_id, _ENCODED)
    if arxiv_id:
        lines.append(_field("eprint", arxiv_id))
        lines.append(_field("archiveprefix", "arXiv"))
    lines.append(_field("note", f"Paper {_tidy(result.paper_id, _TEX)}"))
    lines.append("}")
    return "\n".join(lines) + "\n"


def _field(name: str, value: str) -> str:
    return f"  {name} = {{{value}}},"


def _key(result: Result, used_keys: set[str]) -> str:
    """Return a key of letters and digits: the paper's id behind a word, never one used before."""
    plain = _NOT_IN_KEYS.sub("", unicodedata.normalize("NFKD", result.paper_id))
    key = f"paper{plain}"
    number = 2
    while key.lower() in used_keys:  # keys are the same whatever their case
        key = f"paper{plain}-{number}"
        number += 1
    used_keys.add(key.lower())
    return key


def _tidy(text: str | None, written: dict[int, str] | None = None) -> str:
    """Return the text on one line without control characters, translated by ``written``."""
    return " ".join(_CONTROLS.sub("", text or "").split()).translate(written or {})
