"""Causes that would lose a file: an output that the command may not write."""

from .cause import SCORE, Cause


def scored(words, prepare=None):
    """Return a call that scores with further options, once files are prepared."""

    def call(doors):
        if prepare is not None:
            prepare(doors.folder)
        before = read_files(doors.folder)
        answer = doors.score(*words.split())
        assert read_files(doors.folder) == before, "an output was written"
        return answer

    return call


def read_files(folder):
    """Return the bytes of all files below a folder."""
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def link(folder):
    """Make a symbolic and a hard link to the run."""
    (folder / "symbolic").symlink_to("mine.trec")
    (folder / "hard").hardlink_to(folder / "mine.trec")


def outputs(name, said, words, prepare=None):
    """Return the cause of an output that the command may not write."""
    return Cause(name, said, calls={SCORE: scored(words, prepare)})


CAUSES = [
    outputs(
        "the scores are written over the run",
        "--csv mine.trec would be written over RUN mine.trec",
        "--csv mine.trec",
    ),
    outputs(
        "the page is written over the run by another spelling",
        "would be written over RUN mine.trec",
        "--html cf/../mine.trec",
    ),
    outputs(
        "the table is written over a link to the run",
        "--tex symbolic would be written over RUN mine.trec",
        "--tex symbolic",
        link,
    ),
    outputs(
        "the tables are written over a hard link to the run",
        "--json hard would be written over RUN mine.trec",
        "--json hard",
        link,
    ),
    outputs(
        "the scores are written over the documents",
        "would be written over a file of --on cf",
        "--csv cf/corpus.jsonl",
    ),
    outputs(
        "the scores are written over the judgments",
        "would be written over a file of --on cf",
        "--csv cf/qrels/test.tsv",
    ),
    outputs(
        "two outputs have one name",
        "--csv o and --json ./o name the same place",
        "--csv o --json ./o",
    ),
    outputs(
        "two outputs are standard output",
        "--csv - and --tex - name the same place",
        "--csv - --tex -",
    ),
    outputs("an output is a folder", "--csv needs a file, and this is a folder", "--csv cf"),
    outputs(
        "an output is in a folder that is a file",
        "cannot be made: a file stands in its place",
        "--csv mine.trec/scores.csv",
    ),
    outputs("an output has no name", "--csv names no file: it is empty", "--csv="),
]
