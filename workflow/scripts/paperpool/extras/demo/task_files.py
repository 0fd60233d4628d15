"""The file formats of CL-SciSumm, as its annotators and tools left them.

Malformations of the released files stand in fixed places: rows that are cut short or share a line,
bars inside a text, spaces in a list of offsets, unclosed quotes, entities that are escaped twice,
sentences without a number, bytes that are no UTF-8, ligatures that were not recognised.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from paperpool.extras.demo.full_texts import Citance, FullText
from paperpool.io.archives import write_archive
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import write_text, writing
from paperpool.scisumm.names import COLUMNS

_FACETS = ("Method_Citation", "Aim_Citation", "['Method_Citation','Results_Citation']")
_ANNOTATORS = ("Asha Rao", "Bela Kis, NUS")
_OFFSET_FORMS = ("'{}'", "{}", " '{}'", "{}'", "'{}'")
"""How annotators of the test split write one offset."""


def _span(sid: int | str, text: str) -> str:
    return f'<S sid ="{sid}" ssid = "{sid}">{text}</S>'


def write_xml(paper: FullText, path: str | Path, encoding: str = "utf-8") -> None:
    """Write a paper with the release's escapes; in ``latin-1`` with a letter that is no UTF-8."""
    numbered = paper.numbered()
    is_odd = encoding == "latin-1"
    title = f"{paper.title} Révisé" if is_odd else paper.title
    lines = ["<PAPER>", f'<S sid="0">{escape(title)}</S>']
    sid = 0
    for number, (heading, part) in enumerate(paper.sections):
        opening = f'<SECTION title="{escape(heading)}" number = "{number}">'
        lines.append("\t<ABSTRACT>" if number == 0 else f"\t{opening}")
        for _ in part:
            sid += 1
            text = escape(numbered[sid])
            if sid == 1:
                text += " This is &amp;quot;new&amp;quot;."
            lines.append(f"\t\t{_span(sid, text)}")
        lines.append("\t</ABSTRACT>" if number == 0 else "\t</SECTION>")
    if is_odd:
        lines.insert(-1, '\t\t<S sid="">A line that nobody numbered.</S>')
    with writing(path) as part_path:
        part_path.write_bytes(("\n".join([*lines, "</PAPER>"]) + "\n").encode(encoding))


def write_annotations(
    paper_id: str, paper: FullText, citances: Sequence[Citance], path: str | Path
) -> None:
    """Write the annotations of a reference paper of the train split, a row for each citance."""
    rows = []
    for number, citance in enumerate(citances, 1):
        rows.append(_annotation(paper_id, paper, citance, number))
    rows[1] = rows[1].partition(" | Annotator:")[0]  # a row without an annotator, closed by no bar
    rows[2] = rows[2].removesuffix(" |") + " | "
    rows[3] += rows.pop(4)  # two rows on one line
    write_text(path, "\n\n\n".join(rows) + "\n\n\n")


def _annotation(paper_id: str, paper: FullText, citance: Citance, number: int) -> str:
    sentences = paper.numbered()
    offsets = ",".join(f"'{sid}'" for sid in citance.cited)
    text = citance.text
    if number == 3:
        offsets = offsets.replace(",", " , ")
        text += " It needs O(|E|) steps."
    fields = {
        "Citance Number": f" {number}",
        "Reference Article": f"  {paper_id}.xml",
        "Citing Article": f"  {citance.citing_id}.xml",
        "Citation Marker Offset": f"  ['{number + 20}']",
        "Citation Marker": f"  {citance.marker}",
        "Citation Offset": f"  ['{number + 20}']",
        "Citation Text": f"  {_span(number + 20, text)}",
        "Reference Offset": f"  [{offsets}]",
        "Reference Text": "  " + "".join(_span(sid, sentences[sid]) for sid in citance.cited),
        "Discourse Facet": f"  {_FACETS[number % len(_FACETS)]}",
        "Annotator": f"  {_ANNOTATORS[number % len(_ANNOTATORS)]}",
    }
    return " | ".join(f"{name}:{value}" for name, value in fields.items()) + " |"


def write_blind(paper_id: str, citances: Iterable[Citance], path: str | Path) -> None:
    """Write the citances of a reference paper of the test split, without the cited text."""
    rows = []
    for number, citance in enumerate(citances, 1):
        rows.append(_csv_row(paper_id, citance, number, "", "", ""))
    write_rows(path, COLUMNS, rows)


def write_gold(
    paper_id: str, paper: FullText, citances: Sequence[Citance], place: int, path: str | Path
) -> None:
    """Write the finds of the annotator at ``place``; every further one errs more often.

    Each numbers the citances from ``place + 1``, leaves one out and has no find for one; the last
    one has a row on an unknown citance.
    """
    sentences = paper.numbered()
    rows = []
    for number, citance in enumerate(citances):
        if number == place + 1:
            continue
        if number == len(citances) - 1 - place:
            rows.append(_csv_row(paper_id, citance, number + place + 1, "NA", "NA", "NA"))
            continue

        moved = 0
        if (number + place) % (5 - place) == 0:
            moved = 1 + place
        cited = [min(sid + moved, len(sentences) - 1) for sid in citance.cited]
        cited = list(dict.fromkeys(cited))
        form = _OFFSET_FORMS[number % len(_OFFSET_FORMS)]
        offset = form.format(cited[0])
        if len(cited) > 1:
            comma = " , " if number % 2 else ","
            offset = comma.join(f"'{sid}'" for sid in cited)
        text = "\n    ".join(_span(sid, escape(sentences[sid])) for sid in cited)
        rows.append(_csv_row(paper_id, citance, number + place + 1, offset, text, _FACETS[0]))

    if place == 1:
        stranger = rows[0].copy()
        stranger[6] = stranger[7] = "A sentence that was never handed out."
        rows.append(stranger)
    write_rows(path, COLUMNS, rows)


def _csv_row(
    paper_id: str, citance: Citance, number: int, offset: str, text: str, facet: str
) -> list[str]:
    return [
        str(number),
        paper_id,
        citance.citing_id,
        "0",
        citance.marker,
        "0",
        misread(citance.text),
        citance.text,
        offset,
        text,
        facet,
    ]


def misread(text: str) -> str:
    """Return a text as it was recognised: without ``fi``, which the release's clean text has.

    >>> misread("We find it.")
    'We nd it.'
    """
    return text.replace("fi", "")


def write_scisummnet(papers: Mapping[str, FullText], path: str | Path) -> None:
    """Write papers with automatic annotations as ScisummNet's archive."""
    files = {}
    for paper_id, paper in sorted(papers.items()):
        files[f"{paper_id}/Reference_XML/{paper_id}.xml"] = _plain_xml(paper)
        files[f"{paper_id}/annotation/{paper_id}.ann.txt"] = _automatic(paper_id, paper)
    write_archive(path, {name: text.encode("utf-8") for name, text in files.items()})


def _plain_xml(paper: FullText) -> str:
    title = f'  <S sid="0">{escape(paper.title)}</S>'
    lines = ["<PAPER>", title, '  <SECTION title="Text" number="1">']
    for sid, text in paper.numbered().items():
        if sid:
            lines.append(f'    <S sid="{sid}" ssid="{sid}">{escape(text)}</S>')
    lines += ["  </SECTION>", "</PAPER>"]
    return "\n".join(lines) + "\n"


def _automatic(paper_id: str, paper: FullText) -> str:
    sentences = paper.numbered()
    fields = {
        "Citance Number": "1",
        "Reference Article": f" {paper_id}.txt",
        "Citing Article": " W05-3001.txt",
        "Citation Marker Offset": " NA",
        "Citation Marker": "NA",
        "Citation Offset": "NA",
        "Citation Text": f" <S sid =  ssid = >{sentences[2]}</S>",
        "Reference Offset": " ['0','1']",
        "Reference Text": " "
        + "".join(f"<S sid = {sid} ssid = >{sentences[sid]}</S>" for sid in (0, 1)),
        "Discourse Facet": " NA",
        "Annotator": "Automatic",
    }
    return " | ".join(f"{name}: {value}" for name, value in fields.items()) + "\n\n\n"
