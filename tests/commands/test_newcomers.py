"""Commands where nothing is yet: each says what is missing, where, and what to type."""

import pytest

from paperpool.commands.main import main

from ..made.folders import write_beir


@pytest.mark.parametrize(
    ("words", "what", "hint"),
    [
        (("score", "a.trec", "--on", "csfcube"), "data of csfcube are missing", "paperpool fetch"),
        (("score", "a.trec", "--on", "own"), "No collection is called 'own'", "Known are csfcube"),
        (("score", "a.trec", "--on", "./own"), "There is no folder './own'", "Known are csfcube"),
        (("score", "a.trec", "--on", "."), "holds no collection that is known", "a BEIR or mteb"),
        (("score", "a.trec", "--on", "notes.txt"), "It is a file", "the folder that it is in"),
        (("next", "a.trec", "b.trec", "--on", "next/version"), "There is no folder", "--answers"),
        (("next", "a.trec", "b.trec", "--on", "own"), "No collection is called", "Known are"),
        (("design", "a.trec", "b.trec"), "A pilot is a collection and its runs", "--on COLLECTION"),
        (("app",), "There is no run to search", "make demo"),
        (("app", "mine"), "There is no run 'mine'", "make demo"),
        (("compare", "mine", "theirs"), "There is no run 'mine'", "make demo"),
        (("verify", "mine"), "There is no run 'mine'", "make demo"),
    ],
)
def test_what_is_missing_is_told_with_what_to_type(
    words, what, hint, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    status = main(list(words))
    output, message = capsys.readouterr()
    assert (status, output) == (1, "")
    said, where, told = message.split("\n")[:3]
    assert what in said and where.startswith("  Where: ")
    assert told.startswith("  Hint: ") and hint in told


def test_the_folder_of_next_is_told_from_its_version(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_beir(tmp_path / "next/version")
    assert main(["score", "a.trec", "--on", "next"]) == 1
    assert "Hint: Of `paperpool next` name next/version." in capsys.readouterr().err
