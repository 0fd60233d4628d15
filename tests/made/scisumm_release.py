"""A small release of CL-SciSumm, and helpers for malformed rows."""

import csv
import io
import tarfile

from paperpool.io.tables import make_table
from paperpool.scisumm.choice import Choice
from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.problems import FileProblems
from paperpool.scisumm.read.submissions import submission_rows, write_submission
from paperpool.scisumm.tables import RANKING


def no_problems():
    """Return an empty collection of a file's malformations."""
    return FileProblems("train", "P00-0001", "file")


def found(problems):
    """Return the malformations as {problem: number of lines}."""
    counts = {}
    for _, _, _, _, problem, _, _ in problems.lines():
        counts[problem] = counts.get(problem, 0) + 1
    return counts


def paper_xml(*sentences):
    """Return a paper whose sentences are numbered from 0, the title."""
    lines = [f'<S sid="{sid}" ssid="{sid}">{text}</S>' for sid, text in enumerate(sentences)]
    inner = "\n".join(lines[1:])
    return f"<PAPER>\n{lines[0]}\n<ABSTRACT>\n{inner}\n</ABSTRACT>\n</PAPER>\n"


def annotation(number, paper_id, citing_id, citation, sids, **other):
    """Return a line of an annotation file; ``other`` replaces fields by their first words."""
    offset = "[" + ",".join(f"'{sid}'" for sid in sids) + "]"
    fields = {
        "Citance Number": number,
        "Reference Article": paper_id,
        "Citing Article": citing_id,
        "Citation Marker Offset": "['7']",
        "Citation Marker": "Other, 2001",
        "Citation Offset": "['7']",
        "Citation Text": f'<S sid ="7" ssid = "1">{citation}</S>',
        "Reference Offset": offset,
        "Reference Text": "".join(f'<S sid ="{sid}">Sentence {sid}.</S>' for sid in sids),
        "Discourse Facet": "Method_Citation",
        "Annotator": "Some One, NUS",
    }
    fields |= {name.replace("_", " "): value for name, value in other.items()}
    return " | ".join(f"{name}: {value}" for name, value in fields.items())


AUTOMATIC = annotation(
    1, "A00-0009.txt", "A01-0001.txt", "They | pipe.", (1,), Annotator="Automatic"
)
"""The annotation of the release's ScisummNet."""


def task_csv(*rows, header=COLUMNS, clean=None):
    """Return a CSV file of rows (number, paper, citing paper, citation, offset, text).

    ``clean`` has the clean text of citations that have another, which may be none.
    """
    file, clean = io.StringIO(), clean or {}
    writer = csv.writer(file)
    writer.writerow(header)
    for number, paper_id, citing_id, citation, offset, text in rows:
        texts = (citation, clean.get(citation, citation), offset, text)
        writer.writerow([number, paper_id, citing_id, 0, "1999", 0, *texts, ""])
    return file.getvalue()


def write(folder, name, text):
    """Write a file, text or bytes, and its folders."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def write_archive(path, members):
    """Write a .tar.gz of {name: bytes, or a TarInfo without content}."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            if isinstance(content, tarfile.TarInfo):
                archive.addfile(content)
            else:
                info = tarfile.TarInfo(name)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
    return path


def write_release(folder):
    """Write two training papers, a test paper with gold of two annotators, and ScisummNet."""
    text = paper_xml(*(f"Sentence {sid}." for sid in range(6)))
    train = "Training-Set-2019/Task1/From-Training-Set-2018"
    for paper_id, citing in (("C00-0001", "P01-0001"), ("W01-0002", "P01-0002")):
        place = f"{train}/{paper_id}"
        write(folder, f"{place}/Reference_XML/{paper_id}.xml", text)
        write(folder, f"{place}/Citance_XML/{citing}.xml", paper_xml("It cites.", "It ends."))
        write(folder, f"{place}/Citance_XML/P09-9999.xml", paper_xml("It cites both."))
        lines = [
            annotation(1, f"{paper_id}.xml", citing, "They parse.", (1, 3)),
            annotation(2, f"{paper_id}.xml", citing, "They tag.", (4,)),
        ]
        write(folder, f"{place}/annotation/{paper_id}.ann.txt", "\n\n".join(lines))
    write(folder, f"{train}/W01-0002/Citance_XML/P01-0002word.docx.txt", "no paper")
    test = "Test-Set-2018/P02-0003"
    write(folder, f"{test}/Reference_XML/P02-0003.xml", text)
    blind = [
        (1, "P02-0003", "N03-0001", "They parse.", "", ""),
        (3, "P02-0003", "N03-0002", "They  search.", "", ""),
    ]
    clean = {"They parse.": "They parse trees.", "They  search.": ""}
    write(folder, f"{test}/annotation/P02-0003.csv", task_csv(*blind, clean=clean))
    for annotator, first, second in (("ann", "'1'", "17'"), ("bob", " '2','3'", "NA")):
        rows = [
            (2, "P02-0003", "N03-0002", "They search.", first, quote(first)),
            (9, "P02-0003", "N03-0001", "They parse.", second, quote(second)),
            (7, "P02-0003", "N03-0001", "Nobody asked.", "'5'", quote("'5'")),
        ]
        gold = f"Test-Set-2018-Gold/Task1/P02-0003_{annotator}.csv"
        write(folder, gold, task_csv(*rows))
    members = {
        "A00-0009/Reference_XML/A00-0009.xml": paper_xml("Net.", "Works.").encode(),
        "A00-0009/annotation/A00-0009.ann.txt": AUTOMATIC.encode(),
        "C00-0001/Reference_XML/C00-0001.xml": text.encode(),
        "C00-0001/annotation/C00-0001.ann.txt": b"",
    }
    write_archive(folder / "scisummnet-2019.tar.gz", members)
    return folder


def submit(release, folder, sids=(5, 2)):
    """Write a submission that chooses these sentences for every citance of what was read."""
    citances = release.citances
    ranks = [
        (row["split"], row["citance_id"], sid, 0.0, rank)
        for row in citances.to_pylist()
        for rank, sid in enumerate(sids, 1)
    ]
    choice = Choice(len(sids))
    rows = submission_rows(make_table(ranks, RANKING), citances, release.sentences, choice)
    for paper_id, lines in rows.items():
        write_submission(folder / f"Task1/{paper_id}.csv", lines)


def quote(offset):
    """Return the cited text that goes with an offset."""
    sids = [part.strip(" '") for part in offset.split(",")]
    return "NA" if offset == "NA" else "".join(f'<S sid="{s}">Sentence {s}.</S>' for s in sids)
