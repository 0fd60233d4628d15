"""Texts of the user's own: plain and XML, in folders and archives."""

import zipfile

import pytest

from paperpool.errors import UserError
from paperpool.scisumm.read.own_texts import list_digest, read_own_texts, split_file
from paperpool.scisumm.read.training_texts import split_texts

from ...made.scisumm_release import paper_xml, write, write_archive

PLAIN = (
    "We parse sen-\ntences of\r\nlength 40. They\nare co-\nTrained.\n\nA table\n\n  \nIt ends.\n"
)
SECTIONS = (
    "<algorithm><title>Not read.</title><bodyText confidence='0.9'>\nWe tag &amp;\nparse. It\n"
    "works.\n</bodyText><bodyText>The end.</bodyText></algorithm>"
)
FILES = {
    "A00/A00-1001.txt": PLAIN.encode(),
    "A00/A00-1002.xml": SECTIONS.encode(),
    "A00/A00-1003.xml": paper_xml("A title", "We search.").encode(),
    "A00/README.md": b"no text",
    "A00/empty.txt": b" \n",
}
EXPECTED = [
    ["We parse sentences of length 40.", "They are co- Trained.", "A table", "It ends."],
    ["We tag & parse.", "It works.", "The end."],
    ["A title", "We search."],
]


@pytest.fixture(params=["folder", "zip", "tar.gz"])
def place(request, tmp_path):
    if request.param == "zip":
        with zipfile.ZipFile(tmp_path / "texts.zip", "w") as archive:
            for name, data in FILES.items():
                archive.writestr(name, data)
        return tmp_path / "texts.zip"
    if request.param == "tar.gz":
        return write_archive(tmp_path / "texts.tar.gz", FILES)
    for name, data in FILES.items():
        write(tmp_path / "texts", name, data)
    return tmp_path / "texts"


def test_texts_of_a_folder_or_an_archive_are_read_in_order(place):
    assert list(read_own_texts(place)) == [("own", sentences) for sentences in EXPECTED]
    counted = split_texts(read_own_texts(place)).sources["own"]
    assert (counted["texts"], counted["sentences"]) == (3, 9)


def test_other_xml_gives_its_text_and_other_files_are_errors(tmp_path):
    sentences = split_file("a.xml", b"<p>We <i>parse</i>.</p>\n\n<p>It works.</p>")
    assert sentences == ["We parse .", "It works."]
    (tmp_path / "broken.tar.gz").write_bytes(b"no archive")
    with pytest.raises(UserError, match=r"Cannot be read"):
        list(read_own_texts(tmp_path / "broken.tar.gz"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="no text"):
        list(read_own_texts(tmp_path / "empty"))


def test_the_digest_changes_with_a_text_and_not_with_other_files(tmp_path):
    write(tmp_path, "a.txt", "one")
    before = list_digest(tmp_path)
    write(tmp_path, "a.md", "other")
    assert list_digest(tmp_path) == before
    write(tmp_path, "b/c.xml", "<S>two</S>")
    assert list_digest(tmp_path) != before


def test_a_text_that_is_too_large_is_passed_over_with_a_line(place, monkeypatch, caplog):
    name, largest = max(FILES.items(), key=lambda file: len(file[1]))
    monkeypatch.setattr("paperpool.scisumm.read.own_texts.MAX_FILE", len(largest) - 1)
    found = [sentences for _, sentences in read_own_texts(place)]
    assert found == [EXPECTED[0], EXPECTED[2]]
    assert f"{name.split('/')[-1]} has {len(largest)} bytes" in caplog.text
