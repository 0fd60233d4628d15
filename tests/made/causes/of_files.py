"""Causes that lie in a collection's files or in a run of it."""

from .cause import API, SCORE, WORKFLOW, Cause


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
]
