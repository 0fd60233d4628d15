"""A small folder in the form of the cystic fibrosis collection, with its quirks."""

PAPERS = {
    "1": ("Mucus and calcium.", "Thorax. 1974 Nov. 63(6). P 843-8.", "Hoiby-N"),
    "2": ("Sweat of children.", "Lancet. 1974 Jan 5. 1(845). P 32.", "Caudill-M"),
    "3": ("Mucus of the lungs.", "Lancet. 1975 Oct 4. 2(7936). P 642-3. (REVIEW).", "Rivers-J-P"),
    "4": ("A chapter on sweat.", "In: Kief H, ed. Iron. Amsterdam, Excerpta, 1975. W3 EX89.", ""),
}
"""Title, source and first author of each paper; two a file."""

CITES = {
    "references": {
        "3": [("HOIBY N", "THORAX", "63", "84 3", "974"), ("OTHER A", "GUT", "63", "843", "974")],
        "2": [("NOBODY", "BOOK", "", "", "974"), ("OLD O", "GUT", "1", "2", "950")],
    },
    "citations": {
        "1": [("RIVERS JPW", "LANCET", "2", "642", "975"), ("X", "GUT", "9", "9", "5")],
        "2": [("RIVERS JPW", "LANCET", "2", "642", "975"), ("Y", "GUT", "9", "9", "975")],
    },
}
"""What the lists of papers name: author, journal, volume, page and year."""

QUESTIONS = [
    ("1", "What is mucus?", ["2222 1", "0001 2", "1121 3"]),
    ("3", "What is sweat?", ["2210 2", "2221 4"]),
]
"""Number and text of each question, and the score of each judged paper."""

LOST = ["00002 00004", "1111 1", "0011 3"]
"""The judgments of question 4, which goes on in the list of question 3."""


def write_collection(folder, lost=LOST, papers=PAPERS):
    """Write the files to a folder; return the settings that read them."""
    folder.mkdir(parents=True, exist_ok=True)
    for year, numbers in (("74", "12"), ("75", "34")):
        records = "\n".join(write_records([number for number in numbers if number in papers]))
        head = '<?xml version="1.0"?>\n<!DOCTYPE cfc SYSTEM "cfc.dtd">\n'
        (folder / f"cf{year}.xml").write_text(f"{head}\n<root>\n{records}</root>\n")
    queries = "\n".join(write_question(*question) for question in QUESTIONS[:-1])
    number, text, items = QUESTIONS[-1]
    queries += "\n" + write_question(number, text, items + lost, len(items))
    (folder / "cfquery.xml").write_text(f"<root>\n{queries}\n</root>\n")
    return {"format": "cystic_fibrosis", "path": str(folder), "complete": False}


def write_records(numbers):
    """Yield the records of a file; the last section of each stands in the next one."""
    astray = ""
    for number in numbers:
        title, source, author = PAPERS[number]
        sections = [f"<ABSTRACT>The text\nof {number} &gt; 0.</ABSTRACT>"]
        for name in ("references", "citations"):
            cites = CITES[name].get(number)
            if cites:
                tag = name.upper()
                sections.append(f"<{tag}>\n{''.join(map(write_cite, cites))}</{tag}>")
        is_last = number == numbers[-1]
        moved = "" if is_last else sections.pop()
        yield (
            f"<RECORD>\n<PAPERNUM>PN740{number}</PAPERNUM>\n{astray}\n"
            f"<RECORDNUM>0000{number} </RECORDNUM>\n"
            f"<AUTHORS><AUTHOR>{author}</AUTHOR></AUTHORS>\n<TITLE>{title}</TITLE>\n"
            f"<SOURCE>{source}</SOURCE>\n{''.join(sections)}\n</RECORD>\n"
        )
        astray = moved


def write_cite(cite):
    """Return the element of a reference."""
    author, journal, volume, page, year = cite
    return (
        f'<CITE num="1" author="{author}" publication="{journal}" d1="{volume}" d2="{page}" '
        f'd3="{year}"/>\n'
    )


def write_question(number, text, items, declared=None):
    """Return the element of a question, whose items are scores and papers."""
    elements = ""
    for item in items:
        score, paper = item.split()
        elements += f'<Item score="{score}">{paper}</Item>'
    return (
        f"<QUERY>\n<QueryNumber>0000{number}</QueryNumber>\n<QueryText>{text}\n</QueryText>\n"
        f"<Results>000{declared or len(items)}</Results>\n<Records>{elements}\n</Records>\n</QUERY>"
    )
