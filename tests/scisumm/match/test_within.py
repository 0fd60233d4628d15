"""How a sentence stands to the rest of its paper: by hand, and by a plain computation."""

import math
from collections import Counter

import numpy as np
import pytest

from paperpool.text.analysis import analyze
from paperpool.workflow.scisumm.match.within import (
    CUES,
    SIMILARITIES,
    compare_within,
    rank_centrality,
)

SENTENCES = [
    "Parsing trees",
    "We propose parsing of trees.",
    "Forests grow slowly.",
    "Results (Smith et al., 1999) say: parsing trees of forests improve.",
    "...",
]
SECTIONS = ["title", "abstract", "1 Introduction", "2 Results", "2 Results"]


def columns(citances=("Slowly grow forests.", "forests grow slowly")):
    names = [*SIMILARITIES, *CUES]
    table = compare_within(SENTENCES, SECTIONS, citances)
    assert table.shape == (len(SENTENCES), len(names)) and np.isfinite(table).all()
    return dict(zip(names, table.T, strict=True))


def test_sentences_that_are_like_others_are_central():
    found = columns()["central"]
    assert min(found[[0, 1, 3]]) > 2 * found[2] > 2 * found[4]
    assert found.sum() == pytest.approx(len(SENTENCES))
    # by hand: the middle of a chain of three; x is its share, (1 - x) / 2 that of each end
    central = rank_centrality(np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.0]]))
    middle = (0.05 + 0.85) / 1.85
    assert central == pytest.approx([(1 - middle) / 2, middle, (1 - middle) / 2], abs=0.01)


def add(vectors):
    total = Counter()
    for vector in vectors:
        total.update(vector)
    return total


def cosine(a, b):
    lengths = [math.hypot(*side.values()) for side in (a, b)]
    shared = sum(weight * b.get(term, 0.0) for term, weight in a.items())
    return shared / math.prod(lengths) if all(lengths) else 0.0


def test_likenesses_are_those_of_a_plain_computation():
    citances = ["Slowly grow forests.", "Trees of trees and trees"]
    stems = [analyze(text) for text in [*SENTENCES, *citances]]
    stems[3] = [stem for stem in stems[3] if stem not in ("smith", "et", "al", "1999")]  # a marker
    documents = Counter(stem for text in stems for stem in set(text))
    vectors = []
    for text in stems:
        weights = {
            stem: (1 + math.log(n)) * (math.log((1 + len(stems)) / (1 + documents[stem])) + 1)
            for stem, n in Counter(text).items()
        }
        length = math.hypot(*weights.values()) or 1.0
        vectors.append({stem: weight / length for stem, weight in weights.items()})
    ours, cited = vectors[: len(SENTENCES)], vectors[len(SENTENCES) :]
    others = [ours[:i] + ours[i + 1 :] for i in range(len(ours))]
    found = columns(citances)
    for name, parts in (
        ("like the title", [ours[:1]] * 5),
        ("like the abstract", [ours[1:2]] * 5),
        ("like the other sentences", others),
        ("like all citances", [cited] * 5),
    ):
        expected = [cosine(vector, add(part)) for vector, part in zip(ours, parts, strict=True)]
        assert found[name] == pytest.approx(expected, abs=1e-9) and sum(expected) > 0.5


def test_without_an_abstract_the_title_stands_for_it():
    table = compare_within(SENTENCES, ["title", *["1 Body"] * 4], ["forests"])
    assert table[:, 1].tolist() == table[:, 2].tolist()


def test_a_sentence_alone_and_texts_without_words_are_like_nothing():
    table = compare_within(["Parsing trees"], [""], ["trees"])
    assert table[0, SIMILARITIES.index("like the other sentences")] == 0
    table = compare_within(["...", "?"], ["title", "abstract"], [])
    assert not table[:, 1:].any() and table[:, 0].tolist() == pytest.approx([1, 1])


@pytest.mark.parametrize(
    ("cue", "says", "says_not"),
    [
        ("it says we", "Our parser is fast", "The weather is ours"),
        ("it presents", "In this paper WE then introduced a parser", "It was presented"),
        ("this paper", "This work is on parsing", "That paper"),
        ("it measures", "It improves recall", "It is resultant"),
        ("it names a method", "Both models", "Modelling"),
        ("it names data", "Annotated by hand", "Database"),
        ("it claims", "A key idea", "Keys"),
        ("it defines", "This is called parsing", "This can do"),
        ("it has a number", "Of 12 words", "Of twelve words"),
        ("it cites", "Smith et al. say", "In 1850"),
        ("it has a formula", "x = y", "x is y"),
    ],
)
def test_cues_are_found(cue, says, says_not):
    table = compare_within([says, says_not], ["", ""], [])
    assert table[:, [*SIMILARITIES, *CUES].index(cue)].tolist() == [1, 0]
