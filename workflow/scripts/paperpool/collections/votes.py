"""Votes of several judges on one document, and the grade that they make."""

from collections.abc import Callable, Mapping, Sequence

Votes = Mapping[str, Mapping[str, Sequence[int]]]
"""The votes of each topic's documents, one for each judge."""


def add_up(votes: Sequence[int]) -> float:
    """Return the sum of votes."""
    return sum(votes)


def average(votes: Sequence[int]) -> float:
    """Return the mean of votes, an int if it is whole."""
    mean = sum(votes) / len(votes)
    return int(mean) if mean.is_integer() else mean


def find_majority(votes: Sequence[int]) -> float:
    """Return the highest grade that more than half of the judges give or exceed.

    Of an odd number of judges it is the median. Two of four are no majority.
    """
    falling = sorted(votes, reverse=True)
    return falling[len(falling) // 2]


RULES: dict[str, Callable[[Sequence[int]], float]] = {
    "sum": add_up,
    "mean": average,
    "majority": find_majority,
}
"""How votes make a grade, by the names that configurations have."""


def grade_documents(
    votes: Mapping[str, Sequence[int]], rule: str, chosen: Sequence[int]
) -> dict[str, float]:
    """Return the grade of each document, by the votes of the ``chosen`` judges (their places)."""
    make_grade = RULES[rule]
    grades = {}
    for document, of_document in votes.items():
        grades[document] = make_grade([of_document[place] for place in chosen])
    return grades
