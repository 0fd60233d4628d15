"""The texts: of the right length and labels, Zipfian, growing, and each on its own."""

from collections import Counter

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.extras.demo.corpus_plan import Dirt, make_plan
from paperpool.extras.demo.phrases import MAX_SLOTS, compile_patterns
from paperpool.extras.demo.text import Composer
from paperpool.text.sentences import split_sentences

LABELS = default_scheme().labels


@pytest.fixture(scope="module")
def texts(plan):
    return Composer(plan).compose(np.arange(len(plan)))


def test_a_text_does_not_depend_on_what_is_composed_with_it(plan, texts):
    some = np.array([2999, 5, 1234])
    assert Composer(plan).compose(some) == [texts[paper] for paper in some]


def test_most_abstracts_have_150_tokens_and_more(texts):
    lengths = np.array([len((text.abstract or "").split()) for text in texts])
    assert (lengths >= 150).mean() > 0.8
    assert lengths.max() < 700


def test_the_splitter_recovers_the_sentences(texts):
    for text in texts:
        assert tuple(split_sentences(text.abstract or "")) == text.sentences
        assert all(s[0].isupper() and s.endswith(".") for s in text.sentences)


def test_every_sentence_has_a_label(plan, texts):
    for text, dirt in zip(texts, plan.dirt, strict=True):
        assert len(text.labels) == len(text.sentences)
        assert set(text.labels) <= set(LABELS)
        if dirt == Dirt.CLEAN:
            assert {"background", "method", "result"} <= set(text.labels)


def test_each_kind_of_dirt_is_what_it_says(plan, texts):
    conditions = {
        Dirt.CLEAN: lambda t: 3 <= len(t.sentences) <= 20 and _longest(t) <= 80 and t.title,
        Dirt.NO_ABSTRACT: lambda t: t.abstract is None,
        Dirt.SHORT_ABSTRACT: lambda t: len(t.abstract) < 30,
        Dirt.FEW_SENTENCES: lambda t: len(t.sentences) < 3,
        Dirt.MANY_SENTENCES: lambda t: len(t.sentences) > 20,
        Dirt.LONG_SENTENCE: lambda t: _longest(t) > 80,
        Dirt.SHORT_SENTENCES: lambda t: _longest(t) < 4,
        Dirt.NO_TITLE: lambda t: t.title is None,
    }
    for kind, holds in conditions.items():
        assert all(holds(texts[paper]) for paper in np.flatnonzero(plan.dirt == kind)), kind


def _longest(text):
    return max(len(sentence.split()) for sentence in text.sentences)


def test_twins_differ_in_the_look_of_the_title_only(plan, texts):
    for twin in np.flatnonzero(plan.twin_of >= 0):
        ours, theirs = texts[twin], texts[plan.twin_of[twin]]
        assert ours.sentences == theirs.sentences
        assert _letters(ours.title) == _letters(theirs.title)


def test_no_other_papers_share_a_title(plan, texts):
    own = [_letters(t.title) for t, twin in zip(texts, plan.twin_of, strict=True) if twin < 0]
    repeated = [title for title, count in Counter(own).items() if count > 1]
    assert [title for title in repeated if title] == []


def _letters(title):
    return "".join(filter(str.isalnum, (title or "").lower()))


def test_word_frequencies_follow_zipf(texts):
    counts = np.sort(list(_count(texts).values()))[::-1]
    ranks = np.arange(1, len(counts) + 1)
    slope = np.polyfit(np.log(ranks[10:3000]), np.log(counts[10:3000]), 1)[0]
    assert -1.6 < slope < -0.8
    assert (counts == 1).mean() > 0.15


def test_the_vocabulary_grows_with_the_corpus(texts):
    large = make_plan(30_000, seed=13)
    composer = Composer(large)
    blocks = (composer.compose(np.arange(at, at + 3000)) for at in range(0, 30_000, 3000))
    grown = sum((_count(block) for block in blocks), Counter())
    exponent = np.log10(len(grown) / len(_count(texts)))
    assert 0.4 < exponent < 0.8


def _count(texts):
    return Counter(
        word.strip(",.").lower() for text in texts for word in (text.abstract or "").split()
    )


def test_facets_that_share_a_topic_share_rare_words(plan, texts):
    topic = plan.latent.topics[:, 1]
    clean = np.flatnonzero((plan.dirt == Dirt.CLEAN) & (plan.twin_of < 0))
    words = {paper: _facet_words(texts[paper], "method") for paper in clean.tolist()}
    papers_with = Counter(word for found in words.values() for word in found)
    same, other = [], []
    for first, second in np.random.default_rng(0).choice(clean, (50_000, 2)).tolist():
        rare = [w for w in words[first] & words[second] if papers_with[w] < 60]
        if first != second:
            (same if topic[first] == topic[second] else other).append(len(rare))
    assert np.mean(same) > 8 * np.mean(other)


def _facet_words(text, facet):
    chosen = [s for s, label in zip(text.sentences, text.labels, strict=True) if label == facet]
    return set(" ".join(chosen).lower().replace(",", "").replace(".", "").split())


def test_patterns_are_sentences_without_inner_full_stops():
    patterns = compile_patterns()
    assert patterns.n_slots.max() <= MAX_SLOTS
    for text in patterns.texts:
        assert text.rstrip(".").count(".") == 0
        assert text[0].isupper() or text.startswith("%s")
