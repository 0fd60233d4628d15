"""Search by words: BM25's parts, and cosines of bags of words."""

import numpy as np
import pytest

from paperpool.extras.search_page.words import TITLES, TitleSearch, WordSearch
from paperpool.search.term_index import store_terms

TEXTS = ["tea and ice", "ice ice", "sun", "tea tea sun", "salt", "sea"]


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    folder = tmp_path_factory.mktemp("words")
    store_terms(TEXTS, folder)
    return WordSearch(folder)


def test_cosines_by_hand(words):
    """tea stands in 2 of 6 texts, sun in 2, salt in 1: idf log(7/3) + 1 and log(7/2) + 1."""
    common, rare = np.log(7 / 3) + 1, np.log(7 / 2) + 1
    (found,) = words.compare(["tea salt"], [["Salt!", "sun tea", "sea", "salt, tea"]])
    length = np.hypot(common, rare)
    expected = [rare / length, common / length / np.sqrt(2), 0, 1]
    assert found == pytest.approx(np.array([expected]))


def test_sentences_without_words_are_near_to_nothing(words):
    (found,) = words.compare(["?"], [["tea", "!"]])
    assert found == pytest.approx(np.zeros((1, 2)))
    assert [cosines.shape for cosines in words.compare(["tea"], [[], ["a", "b"]])] == [
        (1, 0),
        (1, 2),
    ]


def test_words_of_one_stem_count_twice_and_stop_words_not_at_all(words):
    assert words.score("Suns and the sun and") == pytest.approx(2 * words.score("sun"))
    assert words.score("sun").any() and not words.score("and").any()


NAMES = [
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
    store_terms(NAMES, folder, TITLES)
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
    assert titles.find(text, 1) == best[:1]
