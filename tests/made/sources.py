"""Writers of the public sources' own formats, from rows of S2ORC metadata."""

import gzip
import io
import lzma
import tarfile
import textwrap

ARXIV_HEADER = (
    "",
    "abstract",
    "acm_class",
    "arxiv_id",
    "author_text",
    "categories",
    "comments",
    "created",
    "doi",
    "num_authors",
    "num_categories",
    "primary_cat",
    "title",
    "updated",
)
"""As pandas writes a table: the first column, its index, has no name."""

_PRIMARY = {"Biology": "q-bio.QM", "Economics": "econ.EM", "Engineering": "eess.SP"}
_PRIMARY |= {"Computer Science": "cs.IR", "Mathematics": "math.ST", "Physics": "physics.soc-ph"}


def format_abstract(row):
    """Return the ``.abs`` file of a row of HEP-TH."""

    def wrap(text):
        return textwrap.wrap(
            text, 78, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )

    lines = [
        "-" * 78,
        "\\\\",
        f"Paper: {row['arxiv_id']}",
        "From: An author <author@university.edu>",
        "Date: Thu, 2 JAN 92 12:17 N   (6kb)",
        "Date (revised): Fri, 3 Jan 92 01:06:34 +0900",
        "",
        *wrap(f"Title: {row['title']}"),
        "Authors: An Author and",
        "  Another Author",
        "Comments: 5 pages, Title: none",
        *([f"Journal-ref: {row['journal']}"] if row["journal"] else []),
        "\\\\",
        *textwrap.wrap(f"  {row['abstract']}", 78, break_long_words=False, break_on_hyphens=False),
        "\\\\",
    ]
    return ("\n".join(lines) + "\n").encode("latin-1")


def pack(path, files):
    """Write a .tar.gz of (name, content) pairs, a folder and a link among them."""
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        for kind, name in ((tarfile.DIRTYPE, "folder"), (tarfile.SYMTYPE, "0000000.abs")):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
        for name, content in files:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def write_hepth_source(folder, rows):
    """Write SNAP's two files of some rows of HEP-TH; return their paths, abstracts first."""
    folder.mkdir(parents=True, exist_ok=True)
    abstracts, edges = folder / "cit-HepTh-abstracts.tar.gz", folder / "cit-HepTh.txt.gz"
    pack(
        abstracts,
        ((f"{row['year']}/{row['arxiv_id'][7:]}.abs", format_abstract(row)) for row in rows),
    )
    with gzip.open(edges, "wt", encoding="ascii") as file:
        file.write("# Directed graph (each unordered pair of nodes is saved once)\n")
        file.write("# FromNodeId\tToNodeId\n")
        for row in rows:
            for cited in row["outbound_citations"]:
                file.write(f"{int(row['arxiv_id'][7:])}\t{int(cited) - 7_000_000_000}\n")
    return abstracts, edges


def format_arxiv_cells(number, row):
    """Return the cells of a row of arXiv as strings, in the order of ``ARXIV_HEADER``."""
    categories = row["venue"].removeprefix("arXiv:")
    cells = dict.fromkeys(ARXIV_HEADER, "")
    cells |= {
        "": str(number),
        "abstract": row["abstract"].replace(". ", ".  ", 1),
        "arxiv_id": row["arxiv_id"],
        "author_text": 'A. Author, B. "B" Author',
        "categories": f"{categories},cs.IR",
        "created": f"{row['year']}-03-01",
        "doi": row["doi"] or "",
        "num_authors": "2",
        "primary_cat": _PRIMARY[row["mag_field_of_study"][0]],
        "title": row["title"],
    }
    return list(cells.values())


def write_arxiv_table(path, table, header=ARXIV_HEADER):
    """Write rows of cells as a .tsv.xz; a cell with a tab, a quote or a line end is quoted."""
    path.parent.mkdir(parents=True, exist_ok=True)

    def quote(cell):
        escaped = cell.replace('"', '""')
        return f'"{escaped}"' if any(c in cell for c in '\t"\r\n') else cell

    with lzma.open(path, "wb", preset=0) as file:
        for cells in (header, *table):
            line = "\t".join(map(quote, cells)) + "\n"
            file.write(line.encode("utf-8", "surrogateescape"))


def write_arxiv_source(folder, tables):
    """Write rows of arXiv as one table a file name; return the paths."""
    for name, rows in tables.items():
        write_arxiv_table(
            folder / name, [format_arxiv_cells(number, row) for number, row in enumerate(rows)]
        )
    return [folder / name for name in tables]
