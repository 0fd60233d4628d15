"""Problems of a configuration or of the command, in words of Python's arguments."""

from collections.abc import Mapping

from paperpool.errors import Problem

_PHRASES = {
    "Unknown key.": "There is no such setting.",
    "Known keys:": "Settings:",
    "A key is missing.": "A setting is missing.",
    "A mapping of keys:": "A mapping of settings:",
    "Not a value of this key:": "Not a value of this argument:",
    "See config/config.yaml.": "docs/rankers.md lists settings.",
}

_OF_YAML = " YAML reads it as "
_OF_FILES = " All of it is in "
"""What follows is on the files of a job, which are gone when an error is read."""


def count(number: int, singular: str, plural: str) -> str:
    """Return a number with its noun."""
    noun = singular if number == 1 else plural
    return f"{number:,} {noun}"


def word_setting(problem: Problem, kind: str) -> Problem:
    """Return the problem of a ranker's setting, with the argument in place of the key."""
    message = problem.what
    hint, _, _ = problem.hint.partition(_OF_YAML)
    for phrase, replacement in _PHRASES.items():
        message = message.replace(phrase, replacement)
        hint = hint.replace(phrase, replacement)

    key = f"rankers.{kind}"
    where = problem.where.removeprefix(f"{key}.")
    hint = hint.replace(f"{key}.", "")
    if where == key:
        where = f"pp.ranker({kind!r})"
    return Problem(message, where, hint)


def word_ranking(problem: Problem, ranker: str) -> Problem:
    """Return a problem of a ``ranker`` at work, with arguments in place of keys."""
    if not problem.where.startswith("data.collections."):
        where = problem.where.replace(f"rankers.{ranker}.", "")
        hint, _, _ = problem.hint.partition(_OF_FILES)
        return Problem(problem.what, where, hint)
    hint = (
        "Rank the first ones of another ranker: pp.collection('mine', papers=c.papers, "
        "queries=c.queries, qrels=c.qrels, candidates=pp.ranker('bm25').rank(c, depth=100)), where "
        "c is your collection."
    )
    return Problem(problem.what, "candidates", hint)


def word_place(problem: Problem, folder: str | None) -> Problem:
    """Return a problem of ``--on`` and ``--data`` in words of the collection's arguments."""
    arguments: Mapping[str, str] = {"--on": "name", "--data": "folder"}
    where = arguments.get(problem.where, problem.where)

    hint = problem.hint.replace("(--data FOLDER)", "(folder=...)")
    question, correction, found = hint.partition("Correct --data, or say --on ")
    if not correction:
        return Problem(problem.what, where, hint)
    if folder is None:  # where the name's data are by default are those of another
        hint = f"{question}Name the folder of its data: folder=..."
        return Problem(problem.what, where, hint)
    return Problem(problem.what, "folder", f"{question}Correct it, or give it alone: {found!r}.")
