"""Titles that are found by words, their beginnings, and misspelt ones."""

import pytest

from paperpool.search.stored_terms import store_terms
from paperpool.search_page.titles import TitleSearch, split_title

TITLES = [
    "Neural machine translation",
    "Statistical machine translation of speech",
    "Parsing with neural networks",
    "On tea",
    "",
    "Speech recognition",
    "A study of colour",
]


@pytest.fixture(scope="module")
def titles(tmp_path_factory):
    folder = tmp_path_factory.mktemp("titles")
    store_terms(map(split_title, TITLES), folder)
    return TitleSearch(folder)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("machine translation, neural", [0, 1, 2]),
        ("TRANSLATION speech", [1, 5, 0]),
        ("pars", [2]),
        ("transaltion", [0, 1]),
        ("recogniton of speech", [5, 1, 6]),
        ("quantum", []),
        ("", []),
        ("?!", []),
    ],
)
def test_the_best_titles_come_first(titles, text, best):
    assert titles.find(text, 3) == best


def test_no_more_than_asked_for(titles):
    assert titles.find("speech", 1) == [5]
