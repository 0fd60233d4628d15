"""The ACL Anthology's papers of the CL-SciSumm corpus, compared with the corpus at hand."""

import json
from collections import Counter

import pytest

from paperpool.io.archives import read_members
from paperpool.public_corpora.acl import Text, is_read, read_rows, read_text, write_acl
from paperpool.public_corpora.metadata import Account
from paperpool.scisumm.names import SCISUMMNET_ARCHIVE

from ..made.sources import pack
from .conftest import read_shards

ANNOTATION = (
    "Citance Number: 1 | Reference Article:  C08-1098.xml | Citing Article:  {} | "
    "Citation Marker Offset:  ['1'] | Citation Marker:  x | Citation Offset:  ['1'] | "
    "Citation Text:  <S sid='1'>x</S> | Reference Offset:  ['1'] | "
    "Reference Text:  <S sid='1'>x</S> | Discourse Facet:  NA | Annotator:  a |\n"
)
PAPER = """<PAPER>
<S sid="0">A &amp;quot;title&amp;quot;
  of two lines</S><ABSTRACT><S sid="1" ssid="1">One.</S> <S sid="2" ssid="2">Caf\xe9.</S></ABSTRACT>
<SECTION title="1"><S sid="3">More.</S></SECTION></PAPER>"""


def read_folder(folder):
    """Yield the files that are read of a folder of ``fetch_scisumm``, ScisummNet of its archive."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if is_read(name := path.relative_to(folder).as_posix()):
            yield name, path.read_bytes()
    for name, data in read_members(folder / SCISUMMNET_ARCHIVE, is_read, 2 * 10**9, ""):
        yield f"Training-Set-2019/Task1/From-ScisummNet-2019/{name}", data


@pytest.fixture(scope="module")
def compared(real_data):
    """Papers by Anthology id, as read from the part of CL-SciSumm at hand and in the corpus.

    In both, ids of papers are Anthology ids: a part of the papers is numbered otherwise.
    """
    texts, citations = Account(), Account()
    found = read_rows(read_folder(real_data("cl-scisumm")), texts, citations)
    shards = read_shards(real_data("s2orc-acl"), 2)
    known = [row for shard in shards for row in shard]
    return _by_acl_id(found), _by_acl_id(known), texts, citations


def _by_acl_id(rows):
    names = {row["paper_id"]: row["acl_id"] for row in rows}
    return {
        row["acl_id"]: {
            **row,
            "paper_id": row["acl_id"],
            "outbound_citations": [names[paper] for paper in row["outbound_citations"]],
            "inbound_citations": [names[paper] for paper in row["inbound_citations"]],
        }
        for row in rows
    }


def _has_text(row):
    return row["title"] is not None or row["abstract"] is not None


def test_every_paper_that_is_there_is_in_the_corpus(compared):
    found, known, texts, _ = compared
    assert found.keys() < known.keys()
    assert sorted(known.keys() - found.keys()) == ["W04-1506"]
    assert texts.summary() == {
        "read": 1622,
        "kept": 1486,
        "dropped": {"another_text": 68, "not_of_the_anthology": 68},
        "quarantined": {},
    }


def test_rows_are_the_corpus_s_but_for_what_is_counted(compared):
    """Of 20 fields four differ; a text is missing where only its file is (docs/corpora.md)."""
    found, known, _, _ = compared
    different = Counter()
    for paper, row in found.items():
        assert list(row) == list(known[paper])
        for key, value in row.items():
            if value != known[paper][key]:
                kind = "lacks" if value in (None, []) else "differs"
                different[key, kind, _has_text(row)] += 1
    assert different == {
        ("title", "lacks", False): 180,
        ("abstract", "lacks", False): 180,
        ("title", "differs", True): 14,
        ("abstract", "lacks", True): 3,
        ("abstract", "differs", True): 7,
        ("outbound_citations", "differs", True): 1,
        ("outbound_citations", "differs", False): 6,
        ("inbound_citations", "differs", True): 5,
    }


def test_the_texts_that_differ_are_seventeen(compared):
    found, known, _, _ = compared
    with_text = [paper for paper, row in found.items() if _has_text(row)]
    equal = [
        paper
        for paper in with_text
        if all(found[paper][key] == known[paper][key] for key in ("title", "abstract"))
    ]
    assert (len(with_text), len(equal)) == (1480, 1463)


def test_citations_are_the_corpus_s_but_for_eight(compared):
    found, known, _, citations = compared
    edges, known_edges = (
        {(row["acl_id"], cited) for row in rows.values() for cited in row["outbound_citations"]}
        for rows in (found, known)
    )
    assert edges < known_edges
    assert (len(edges), len(known_edges - edges)) == (11735, 8)
    tests = {"A00-2030", "A97-1014", "W06-2932", "W99-0613", "W99-0623"}
    assert {cited for _, cited in known_edges - edges} == tests
    assert citations.summary() == {
        "read": 17522,
        "kept": 11735,
        "dropped": {"repeated": 5785, "self_citation": 2},
        "quarantined": {},
    }


def test_the_text_of_a_paper():
    expected = Text("A &quot;title&quot; of two lines", "One. Café.")
    assert read_text(PAPER.encode()) == expected
    assert read_text(PAPER.encode("latin-1")).abstract == "One. Caf\ufffd."
    assert read_text(b"<PAPER></PAPER>") == Text(None, None)


def test_which_files_are_read():
    net = "Training-Set-2019/Task1/From-ScisummNet-2019/A00-1001"
    for name in (
        *("Reference_XML/A.xml", "Citance_XML/A.xml", "annotation/A.ann.txt", "annotation/A.csv"),
        "citing_sentences.json",
    ):
        assert is_read(f"{net}/{name}")
    for name in ("annotation/A.annv3.txt", "summary/A.txt", "Documents_PDF/A.xml", "A.xml"):
        assert not is_read(f"{net}/{name}")


def test_a_repository_becomes_a_corpus(tmp_path, read_corpus):
    top = "scisumm-corpus-master/data"
    net = f"{top}/Training-Set-2019/Task1/From-ScisummNet-2019/W99-0001"
    rows = [{"citing_paper_id": "C08-1098"}, {"citing_paper_id": "Pjournal"}, {"x": 1}]
    files = [
        (f"{top}/Training-Set-2018/C08-1098/Reference_XML/C08-1098.xml", b"<S>Later</S>"),
        (f"{top}/Test-Set-2018/C08-1098/Reference_XML/C08-1098.xml", PAPER.encode()),
        (f"{top}/Test-Set-2018/C08-1098/Citance_XML/Pjournal.xml", PAPER.encode()),
        (
            f"{top}/Training-Set-2018/C08-1098/annotation/C08-1098.ann.txt",
            (2 * ANNOTATION.format("P10-1001.txt") + ANNOTATION.format("C08-1098")).encode()
            + b"Citance Number: 4 | Reference Article: C08-1098 |\n",
        ),
        (f"{net}/citing_sentences.json", json.dumps(rows).encode()),
        (f"{net.replace('0001', '0002')}/citing_sentences.json", b"[broken"),
        ("scisumm-corpus-master/other/A_XML/P11-1111.xml", PAPER.encode()),
    ]
    pack(tmp_path / "a.tar.gz", files)
    write_acl(tmp_path / "a.tar.gz", tmp_path)
    first, second = read_corpus(tmp_path, 2)
    assert [row["acl_id"] for row in (*first, *second)] == ["C08-1098", "W99-0001", "P10-1001"]
    assert [row["year"] for row in (*first, *second)] == [2008, 1999, 2010]
    paper = first[0]
    assert paper["title"] == "A &quot;title&quot; of two lines"
    assert paper["paper_id"] == "8000000000" and paper["outbound_citations"] == ["8000000002"]
    assert paper["inbound_citations"] == ["8000000001"]
    counts = json.loads((tmp_path / "counts.json").read_text())
    assert counts["papers"] == 3
    assert counts["texts"]["dropped"] == {"another_text": 1, "not_of_the_anthology": 1}
    assert counts["citations"] == {
        "read": 8,
        "kept": 2,
        "dropped": {"not_of_the_anthology": 1, "repeated": 1, "self_citation": 1},
        "quarantined": {"invalid_json": 1, "missing_field": 1, "missing_key": 1},
    }
    assert (tmp_path / "quarantine.csv").read_text().count("\n") == 4
