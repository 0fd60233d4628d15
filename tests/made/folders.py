"""Folders in the formats of other people's collections, over texts that are given."""

import json

DOCUMENTS = {
    "a": ("Graphs", "Graph theory and trees. Nodes are counted."),
    "b": ("Parsing", "Parsers of sentences are fast."),
    "c": ("Tree nodes", "Nodes of a tree are sentences."),
    "d": ("Unrelated", "Whales sing in the sea."),
    "e": ("", "Sea trees grow in the sea. Graphs of whales."),
}

TOPICS = {
    "1": "trees and graphs",
    "2": "Whales of the sea. Trees of nodes.",
    "a": "fast parsers of graphs",
}
"""Topics; the id of the last one is a document's too."""

PARTED = {"sentences": ["Trees are old.", "We grow them."], "labels": ["background", "method"]}
"""An abstract and its labels."""

GRADES = {"1": {"a": 2, "c": 1, "d": 0}, "2": {"d": 1, "e": 2}, "a": {"b": 1, "c": 0}}


def write_lines(path, rows):
    """Write rows of JSON, one a line; a text stays as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines))


def write_beir(folder, documents=None, topics=None, grades=None, split="test"):
    """Write a BEIR folder; return the settings of its collection."""
    documents, topics, grades = documents or DOCUMENTS, topics or TOPICS, grades or GRADES
    write_lines(
        folder / "corpus.jsonl",
        ({"_id": i, "title": title, "text": text} for i, (title, text) in documents.items()),
    )
    write_lines(folder / "queries.jsonl", ({"_id": i, "text": t} for i, t in topics.items()))
    write_lines(
        folder / f"qrels/{split}.tsv",
        [
            "query-id\tcorpus-id\tscore",
            *(f"{t}\t{i}\t{grade}" for t, of in grades.items() for i, grade in of.items()),
        ],
    )
    return {"format": "beir", "path": str(folder), "split": split}


def write_faceted(folder, grade=1):
    """Write a BEIR folder with labelled sentences, whose query is a paper."""
    settings = write_beir(folder, grades={"q": {"a": grade}})
    text = " ".join(PARTED["sentences"])
    asks = {"paper_id": "p", "part": "method", "title": "T", "abstract": text, **PARTED}
    write_lines(folder / "queries.jsonl", [{"_id": "q", "text": "x", "metadata": asks}])
    rows = ({"_id": i, "title": i, "text": text, "metadata": PARTED} for i in "ab")
    write_lines(folder / "corpus.jsonl", rows)
    return settings


def write_mteb(folder, candidates=None):
    """Write a BEIR folder with candidates; return the settings of its collection."""
    settings = write_beir(folder)
    listed = candidates or {topic: ["b", "d", "c", "a"] for topic in TOPICS}
    write_lines(
        folder / "top_ranked/test.jsonl",
        ({"query-id": topic, "corpus-ids": ids} for topic, ids in listed.items()),
    )
    return {**settings, "format": "mteb"}


def write_trec(folder):
    """Write TREC's files of the same; return the settings of its collection."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "documents.xml").write_text(
        "".join(
            f"<doc>\n<docno> {i} </docno>\n<title>{title}</title>\n<text>{text}</text>\n</doc>\n"
            for i, (title, text) in DOCUMENTS.items()
        )
    )
    (folder / "topics.xml").write_text(
        "".join(
            f"<top>\n<num> {i}</num>\n<title>\n{t}\n</title>\n</top>\n" for i, t in TOPICS.items()
        )
    )
    (folder / "qrels.txt").write_text(
        "".join(f"{t} 0 {i} {grade}\n" for t, of in GRADES.items() for i, grade in of.items())
    )
    named = {name: str(folder / file) for name, file in FILES.items()}
    return {"format": "trec", **named}


FILES = {"documents": "documents.xml", "topics": "topics.xml", "qrels": "qrels.txt"}
