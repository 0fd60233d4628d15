"""Plausible mistakes: each is told, by every door that it can come by; none passes in silence.

The table has causes, each with what must be said. ``spoil`` changes a real collection and its run,
which ``paperpool score``, Python's interface and the workflow then read. Other causes call a door
themselves. Honest files come by the same doors first, and nothing is said of them.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from .made.mistakes import (
    Answer,
    Doors,
    Material,
    copy_material,
    read_cystic_fibrosis,
    write_material,
)
from .workflow.conftest import Workplace, warmed  # noqa: F401 (a fixture)

SCORE, API, WORKFLOW = "score", "api", "workflow"


@dataclass(frozen=True)
class Cause:
    """A mistake: its name, what must be said of it, and how it is made.

    ``calls`` are functions of ``Doors`` by door. A mistake that is not refused is warned of.
    """

    name: str
    said: str
    spoil: Callable[[Material], object] | None = None
    doors: tuple[str, ...] = (SCORE, API, WORKFLOW)
    calls: Mapping[str, Callable[[Doors], Answer]] = field(default_factory=dict)
    is_refused: bool = True


def shift_judged(material):
    """Give each judged document the id of the next one."""
    material.rename_judged(lambda i: str(int(i) % len(material.documents) + 1))


def spoil_half(material):
    """Give the judged documents with even numbers ids that nobody knows, and a few more."""
    material.rename_judged(lambda i: f"x{i}" if int(i) % 2 == 0 or int(i) < 200 else i)


def add_unknown(material):
    """Judge three documents that are not there."""
    material.grades["1"] |= {"9001": 1, "9002": 0, "9003": 1}


def leave_irrelevant(material):
    """Leave two topics without a relevant document."""
    for topic in ("1", "3"):
        material.grades[topic] = dict.fromkeys(material.grades[topic], 0)


def rename_topics(rename):
    """Return a function that renames the topics of the run."""

    def spoil(material):
        material.run = {rename(topic): ranking for topic, ranking in material.run.items()}

    return spoil


def warn(*options):
    """Return a function that adds options to the command, for a mistake that is never scored."""
    return lambda material: material.options.extend(options)


def both(*changes):
    """Return a function that makes several changes."""

    def spoil(material):
        for change in changes:
            change(material)

    return spoil


def judge(rename):
    """Return a function that renames the documents of the judgments."""
    return lambda material: material.rename_judged(rename)


def rank(rename):
    """Return a function that renames the documents of the run."""
    return lambda material: material.rename_ranked(rename)


def grade(change):
    """Return a function that changes all grades."""
    return lambda material: material.grade(change)


def cut(depth):
    """Return a function that cuts the run."""

    def spoil(material):
        material.run = {topic: ranking[:depth] for topic, ranking in material.run.items()}

    return spoil


def configured(**settings):
    """Return a call that checks the settings of a collection in a configuration."""

    def call(doors):
        collection = {"format": "beir", "path": "cf", "split": "test", **settings}
        return doors.configuration({"data": {"collections": {"cf": collection}}})

    return call


def written(text):
    """Return a call that reads and checks a file of configuration."""
    return lambda doors: doors.overlay(text)


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


def give_score(score):
    """Return a function that gives the second document of the first ranking a score."""

    def spoil(material):
        ranking = next(iter(material.run.values()))
        ranking[1] = (ranking[1][0], score)

    return spoil


def spread_scores(material):
    """Give rankings scores from 1e300 down to 1e-195."""
    for topic, ranking in material.run.items():
        spread = [
            (document, 10.0 ** (300 - 5 * place)) for place, (document, _) in enumerate(ranking)
        ]
        material.run[topic] = spread


def in_python(call):
    """Return the calls of a mistake that comes by Python's interface alone."""
    return {API: lambda doors: doors.python(call)}


def returns(answer):
    """Return the calls of a function that ranks by what it makes of its candidates."""

    def mine(topic, candidates):
        return answer(candidates)

    return in_python(lambda t: t.pp.ranker(mine).rank(t.c))


def framed(**columns):
    """Return the calls of a DataFrame of three rows, some columns changed."""
    frame = pd.DataFrame({"query_id": ["1", "1", "2"], "doc_id": ["7", "8", "7"], "score": 1.0})
    return in_python(lambda t: t.pp.read_run(frame.assign(**columns), t.c))


def evaluated(**arguments):
    """Return the calls of an evaluation with some arguments."""

    def call(tools):
        return tools.pp.evaluate(**{"collection": tools.c, "runs": {"mine": tools.run}} | arguments)

    return in_python(call)


def from_vectors(change, **settings):
    """Return the calls of a ranker by vectors, once ids and vectors are changed.

    Topics are called as documents are: their vectors are ``query:ID``.
    """

    def call(tools):
        documents, topics = tools.c.data.documents, tools.c.topics
        ids = [*documents, *(f"query:{topic}" for topic in topics)]
        vectors = np.random.default_rng(1).normal(size=(len(ids), 4)).astype(np.float32)
        ids, vectors = change(ids, vectors)
        folder = Path("vectors")
        folder.mkdir()
        np.save(folder / "vectors.npy", vectors)
        (folder / "ids.txt").write_text("".join(f"{i}\n" for i in ids))
        return tools.pp.ranker("dense", vectors=folder, **settings).rank(tools.c)

    return in_python(call)


def blank_vectors(ids, vectors):
    """Make the first two vectors zeros, and one not finite."""
    vectors[:2], vectors[2, 1] = 0, np.nan
    return ids, vectors


def overflow(ids, vectors):
    """Write numbers that float16 does not have."""
    with np.errstate(over="ignore"):
        return ids, (vectors * 1e6).astype(np.float16)


CAUSES = [
    # Judgments that do not fit the documents
    Cause(
        "judged ids have a prefix", "would be known but for the prefix 'CF-'", judge("CF-{}".format)
    ),
    Cause(
        "judged ids end in a blank",
        "would be known but for blanks at their ends",
        judge("{} ".format),
    ),
    Cause(
        "judged ids are padded", "would be known but for leading zeros", judge(lambda i: i.zfill(5))
    ),
    Cause("judged ids are floats", r"but for the ending '\.0'", judge("{}.0".format)),
    Cause("half of the judged ids are unknown", "but for the prefix 'x'", spoil_half),
    Cause(
        "judged ids are shifted by one",
        "share no more words with their own topics",
        shift_judged,
        is_refused=False,
    ),
    Cause(
        "some judged documents are not there",
        "3 of .* judged documents are not in the collection: 9001, 9002, 9003",
        add_unknown,
        is_refused=False,
    ),
    # Nothing to find
    Cause("all grades are 0", r"No document is relevant: .* found are 0 \(", grade(lambda g: 0)),
    Cause("all grades are -1", r"No document is relevant: .* found are -1 \(", grade(lambda g: -1)),
    Cause(
        "the least relevant grade is above all grades",
        "relevant are grades from 5, found are 0",
        lambda material: material.settings.update(relevant=5),
        doors=(WORKFLOW,),
    ),
    Cause(
        "some queries have no relevant document",
        "2 of 40 queries have no relevant document",
        leave_irrelevant,
        is_refused=False,
    ),
    # Runs that do not fit the collection
    Cause(
        "ranked ids have a prefix", "would be known but for the prefix 'CF-'", rank("CF-{}".format)
    ),
    Cause(
        "ranked ids have a prefix, and checks only warn",
        "would be known but for the prefix 'CF-'",
        both(rank("CF-{}".format), warn("--checks", "warn")),
        doors=(SCORE,),
    ),
    Cause(
        "query ids have a prefix",
        "would be known but for the prefix 'q'",
        rename_topics("q{}".format),
    ),
    Cause("query ids are padded", "but for leading zeros", rename_topics(lambda i: i.zfill(3))),
    # Depth
    Cause(
        "a run of 10 documents is scored by R@100",
        r"mine\d*: its queries have at most 10 documents, fewer than R@100 looks at",
        cut(10),
        is_refused=False,
    ),
    Cause(
        "a fusion has a short member",
        "at most 10 candidates of a query are ranked",
        cut(10),
        calls={
            API: lambda doors: doors.python(
                lambda t: t.pp.fuse(t.pp.ranker("bm25"), t.run).rank(t.c)
            )
        },
        is_refused=False,
    ),
    Cause(
        "runs end before a measure does",
        "Runs end after 10 documents; nDCG@50 looks at more",
        calls={WORKFLOW: configured(depth=10, measures=["AP", "nDCG@50"])},
    ),
    Cause(
        "runs end before a measure by default does",
        "Runs end after 10 documents; R@100 looks at more",
        calls={WORKFLOW: configured(depth=10)},
    ),
    # Scores that are no numbers
    Cause("a score is NaN", "document '.*' is 'nan', not a finite number", give_score("nan")),
    Cause(
        "a score is infinite",
        "document '.*' is '-inf', not a finite",
        give_score("-inf"),
        (SCORE, API),
    ),
    Cause(
        "scores go beyond 32-bit floats",
        r"mine\d*: some scores go beyond 32-bit floats, which trec_eval reads",
        spread_scores,
        is_refused=False,
    ),
    Cause(
        "a ranker of one's own gives NaN",
        "Ranker 'mine': the score of document '1' is nan, .* Where: topic 1",
        calls=returns(lambda candidates: np.array([np.nan, *[1.0] * (len(candidates) - 1)])),
    ),
    Cause(
        "a ranker of one's own gives an infinity by id",
        "the score of document '1' is inf, .* Where: topic 1",
        calls=returns(lambda candidates: {paper.paper_id: np.inf for paper in candidates}),
    ),
    Cause(
        "a member of a fusion gives NaN",
        "the score of document '7' is nan, .* Where: member2, query 1",
        calls=in_python(
            lambda t: t.pp.fuse(t.run, [("1", "7", float("nan"))], method="rrf").rank(t.c)
        ),
    ),
    Cause("a score is missing", "is <NA>, not a finite", calls=framed(score=pd.NA)),
    Cause("a score is a text", "is '1', not a finite", calls=framed(score="1")),
    Cause("a ranker returns None", "returned None", calls=returns(lambda candidates: None)),
    Cause(
        "a ranker returns a column",
        r"an array of the shape \(1239, 1\)",
        calls=returns(lambda candidates: np.ones((len(candidates), 1))),
    ),
    Cause(
        "a ranker returns complex numbers",
        r"is \(1\+0j\), not a finite number",
        calls=returns(lambda candidates: np.ones(len(candidates), complex)),
    ),
    Cause(
        "a ranker scores papers that are no candidates",
        "1 papers that are no candidates: CF-1; a candidate is '1'",
        calls=returns(lambda candidates: {"CF-1": 1.0}),
    ),
    # Vectors
    Cause(
        "queries have no vectors",
        "None of the 40 queries has a vector: one is called 'query:1'",
        calls=from_vectors(lambda ids, vectors: (ids[:1239], vectors[:1239])),
    ),
    Cause(
        "topics and documents have the same ids",
        "several different vectors in .*: 1, .* name the topic's vector 'query:1'",
        calls=from_vectors(lambda ids, vectors: ([i.removeprefix("query:") for i in ids], vectors)),
    ),
    Cause(
        "vectors are zeros or not finite",
        "2 have only zeros .*; 1 have numbers that are not finite",
        calls=from_vectors(blank_vectors, missing="error"),
    ),
    Cause(
        "vectors exceed float16",
        "not finite .*; beyond 65,504 float16 has none",
        calls=from_vectors(overflow),
    ),
    Cause(
        "an id has two vectors",
        "several different vectors in vectors/vectors.npy: 1",
        calls=from_vectors(lambda ids, vectors: ([ids[0], *ids[:-1]], vectors)),
    ),
    # Frames and arguments
    Cause("all ranks are missing", "rank has 3 values", calls=framed(rank=np.nan)),
    Cause("all ranks are 1", "rank has 1 for several documents", calls=framed(rank=1)),
    Cause("rows are repeated", "documents are there twice: 7", calls=framed(doc_id="7")),
    Cause("an id is missing", "query_id has nan, which is no id", calls=framed(query_id=np.nan)),
    Cause(
        "rows have no score",
        r"A row is \('1', '7'\)",
        calls=in_python(lambda t: t.pp.read_run([("1", "7")], t.c)),
    ),
    Cause(
        "a run is bytes",
        "A run cannot be b'1 Q0 7'",
        calls=in_python(lambda t: t.pp.read_run(b"1 Q0 7", t.c)),
    ),
    Cause("the run is a number", "A run cannot be 3", calls=evaluated(runs=[3])),
    Cause("there is no run", "There is no run to evaluate", calls=evaluated(runs={})),
    Cause(
        "a run is a kind's name", r"Give pp.ranker\('bm25'\)", calls=evaluated(runs={"x": "bm25"})
    ),
    Cause(
        "the baseline is no run", "The baseline is none of the runs", calls=evaluated(baseline=3)
    ),
    Cause("a measure is a number", "A measure cannot be 10", calls=evaluated(measures=[10])),
    Cause("the seed is no whole number", "A seed is a whole number", calls=evaluated(seed=1.5)),
    Cause("the seed is a text", "A seed is a whole number", calls=evaluated(seed="13")),
    Cause("there is no collection", "A collection cannot be", calls=evaluated(collection=None)),
    Cause(
        "a collection has no name",
        "A collection's name is a text, not None",
        calls=in_python(lambda t: t.pp.collection(None)),
    ),
    Cause(
        "a measure looks at nothing",
        "nDCG@0 looks at no document",
        calls={
            WORKFLOW: configured(measures=["nDCG@0"]),
            API: lambda doors: doors.python(
                lambda t: t.pp.evaluate(t.c, {"mine": t.run}, measures=["nDCG@0"])
            ),
        },
    ),
    # Corpora
    Cause(
        "the field of a filter is misspelt",
        r"none has the field 'computer science'. .* Computer Science \(2\).*Did you mean 'Comp",
        calls={
            WORKFLOW: lambda doors: doors.corpus(
                {}, {}, field="computer science", filters={"csfcube": {}}
            )
        },
    ),
    Cause(
        "a corpus has no arXiv ids",
        "none of the 1 of the field 'Computer Science' has an arXiv id",
        calls={WORKFLOW: lambda doors: doors.corpus({"arxiv_id": None})},
    ),
    Cause(
        "a filter's threshold drops every paper",
        r"The filter mdcr keeps none of 2 papers. Dropped: few citations \(2\).",
        calls={
            WORKFLOW: lambda doors: doors.corpus({}, {}, filters={"mdcr": {"min_citations": 99}})
        },
    ),
    Cause(
        "a filter keeps hardly anything",
        r"keeps 1 of 1,001 papers, less than 0.1%. Dropped: no year \(1,000\)",
        calls={
            WORKFLOW: lambda doors: doors.corpus(*[{"year": None}] * 1000, {}, filters={"mdcr": {}})
        },
        is_refused=False,
    ),
    Cause(
        "years are typing errors",
        r"outside 1500 to 2030 \(they are kept\): 2. The first: 0 \(801\), 1 \(9999\)",
        calls={WORKFLOW: lambda doors: doors.corpus({"year": 801}, {"year": 9999})},
        is_refused=False,
    ),
    Cause(
        "titles and abstracts have tags and entities",
        "'cleaned': {'titles': 1, 'abstracts': 1}",
        calls={
            WORKFLOW: lambda doors: doors.corpus(
                {"title": "R&amp;D", "abstract": "<jats:p>One. Two three four five. Six.</jats:p>"},
                {"title": "a<b", "abstract": "If $a<b>c$, so it is. Two three four five. Six."},
            )
        },
        is_refused=False,
    ),
    # Configurations
    Cause(
        "a number is written as minutes and seconds",
        r"YAML reads 1:30 as the number 90\..*line 1.*Write 90 .* or put it in quotes",
        calls={WORKFLOW: written("evaluation: {bootstrap: 1:30}")},
    ),
    Cause(
        "a number begins with a zero",
        r"YAML reads 010 as the number 8\..*Write 10 without the zero",
        calls={WORKFLOW: written("demo: {queries: 010}")},
    ),
    Cause(
        "a name is read as a date",
        "YAML reads 2020-01-01 as a date.*in quotes",
        calls={WORKFLOW: written("run: 2020-01-01")},
    ),
    Cause(
        "the name of a ranker is a word that YAML knows",
        "YAML reads the key on as true.*in quotes",
        calls={WORKFLOW: written("rankers:\n  on: {kind: bm25}")},
    ),
    Cause(
        "an exponent has no point",
        "'2e-5' is not of type 'number'.*write 2.0e-05, without quotes",
        calls={WORKFLOW: written("facets: {learning_rate: 2e-5}")},
    ),
    Cause(
        "there are a thousand times too many draws",
        "greater than the maximum of 1000000.*fill the memory",
        calls={WORKFLOW: written("evaluation: {bootstrap: 1000000000}")},
    ),
    Cause(
        "results are below the root of the file system",
        "The folder of the results is the root of the file system",
        calls={WORKFLOW: written("results: /")},
    ),
    Cause(
        "the cache is the working directory",
        r"The cache is the working directory: old files .* are removed in it",
        calls={WORKFLOW: written("cache: .")},
    ),
    Cause(
        "a run has the name of the folder that it is in",
        "is the working directory: its files would be overwritten",
        calls={WORKFLOW: lambda doors: doors.overlay(f"results: ..\nrun: '{doors.folder.name}'")},
    ),
    # Outputs that would lose a file
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


@pytest.fixture(scope="module")
def material(real_data):
    return read_cystic_fibrosis(real_data("cystic-fibrosis"))


@pytest.fixture
def doors(tmp_path, monkeypatch, capsys, caplog, problems):
    monkeypatch.chdir(tmp_path)
    return Doors(tmp_path, capsys, caplog, problems)


@pytest.fixture(scope="module")
def workflow(material, root, configuration, tmp_path_factory):
    """What the workflow's jobs say of each cause that spoils a collection: one run of them all."""
    place = Workplace(root, tmp_path_factory.mktemp("mistakes"))
    collections: dict[str, Any] = {}
    rankers: dict[str, Any] = dict.fromkeys(configuration["rankers"].keys() - {"bm25"})
    for number, cause in enumerate(list_spoiled(WORKFLOW)):
        spoiled = copy_material(material)
        cause.spoil(spoiled)
        name = f"c{number}"
        settings = write_material(spoiled, place.folder / name)
        collections[name] = settings
        path = str(place.folder / name / "mine.trec")
        rankers[f"mine{number}"] = {"kind": "run", "benchmark": name, "path": path}
    done = place.run(
        "collections",
        "--keep-going",
        "--quiet",
        check=False,
        run="mistakes",
        data={"collections": collections},
        rankers=rankers,
        evaluation={"bootstrap": 100, "permutations": 100},
    )
    assert done.returncode != 0
    logs = place.folder / "results/mistakes/logs"
    answers = {}
    for number, cause in enumerate(list_spoiled(WORKFLOW)):
        files = [*logs.glob(f"*/c{number}.log"), *logs.glob(f"*/c{number}/*.log")]
        said = "".join(file.read_text(encoding="utf-8") for file in files)
        table = place.folder / f"results/mistakes/collections/c{number}/metrics.csv"
        answers[cause.name] = Answer(said, not table.exists())
    return answers


def list_spoiled(door):
    """Return the causes that spoil files which a door reads."""
    return [cause for cause in CAUSES if cause.spoil and not cause.calls and door in cause.doors]


def check(cause, answer):
    assert re.search(cause.said, answer.said, re.DOTALL), answer.said
    assert answer.is_refused == cause.is_refused, answer.said
    assert "Traceback" not in answer.said


@pytest.mark.parametrize("cause", list_spoiled(SCORE), ids=lambda cause: cause.name)
def test_the_command_tells(cause, material, doors):
    spoiled = copy_material(material)
    cause.spoil(spoiled)
    doors.write(spoiled)
    check(cause, doors.score(*spoiled.options))


@pytest.mark.parametrize("cause", list_spoiled(API), ids=lambda cause: cause.name)
def test_python_tells(cause, material, doors):
    spoiled = copy_material(material)
    cause.spoil(spoiled)
    doors.write(spoiled)
    check(cause, doors.python(lambda t: t.pp.evaluate(t.c, {"mine": t.run})))


@pytest.mark.parametrize("cause", list_spoiled(WORKFLOW), ids=lambda cause: cause.name)
def test_the_workflow_tells(cause, workflow):
    check(cause, workflow[cause.name])


CALLS = [(cause, door) for cause in CAUSES for door in cause.calls]


@pytest.mark.parametrize(
    ("cause", "door"), CALLS, ids=[f"{door}: {cause.name}" for cause, door in CALLS]
)
def test_a_call_tells(cause, door, material, doors):
    spoiled = copy_material(material)
    if cause.spoil:
        cause.spoil(spoiled)
    doors.write(spoiled)
    check(cause, cause.calls[door](doors))


def test_nothing_is_said_of_honest_files(material, doors):
    doors.write(material)
    answer = doors.score()
    assert not answer.is_refused and "Warning" not in answer.said and "Note" not in answer.said
    answer = doors.python(lambda t: t.pp.evaluate(t.c, {"mine": t.run}))
    assert (answer.is_refused, answer.said) == (False, "")


def test_the_table_is_long_and_has_each_cause_once():
    names = [cause.name for cause in CAUSES]
    assert len(set(names)) == len(names) and len(names) >= 40
