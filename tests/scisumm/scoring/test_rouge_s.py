import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from paperpool.scisumm.scoring.overlap import pair_by_citance, pair_officially
from paperpool.scisumm.scoring.rouge_s import STOP_WORDS, Score, SkipBigrams, split_text

from ...made.plain_task1a import rouge_s
from ...made.scisumm_plain_rows import gold, submitted


def test_words_are_split_at_all_but_letters_and_digits_and_stemmed():
    text = "The POS-tagger's F1 was naïve; dies, lies: parsing state-of-the-art"
    assert split_text(text) == "pos tagger f1 na ve di li pars state art".split()
    assert split_text("gas dies") == ["gas", "di"]
    assert split_text("couldn't aren't it's") == ["couldn", "aren"]


def test_stop_words_are_those_of_the_package():
    assert len(STOP_WORDS) == 543
    assert {"reuters", "novel", "zero"} < STOP_WORDS
    assert not any(character.isupper() for word in STOP_WORDS for character in word)


@pytest.mark.parametrize(
    "word", ["relational", "conformabli", "possibly", "methodology", "hopping", "generalizations"]
)
def test_corrected_stems_are_those_of_porters_first_algorithm(word):
    reference = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    assert split_text(word, "corrected") == [reference.stem(word)]


def test_official_stems_are_those_of_the_package():
    assert split_text("possibly agreement") == ["possibl", "agreem"]
    texts = ["cat technology"], ["cat technological"]
    assert SkipBigrams().score(*texts).f1 == 1.0
    assert SkipBigrams("corrected").score(*texts).f1 == 0.0


def test_scores_worked_by_hand():
    # model cat dog bird: 3 bigrams; peer cat bird dog: 3; in the same order: cat dog, cat bird
    score = SkipBigrams().score(["cat bird dog"], ["cat dog bird"])
    assert score == Score(2 / 3, 2 / 3, pytest.approx(2 / 3))
    # peer: cat dog twice, cat cat once; model: cat dog once
    assert SkipBigrams().score(["cat cat dog"], ["cat dog"]) == Score(1 / 3, 1.0, 0.5)
    bigrams = SkipBigrams()
    assert bigrams.score(["cat", "dog"], ["cat dog"]).f1 == 1.0
    assert bigrams.score(["dog", "cat"], ["cat dog"]).f1 == 0.0
    assert SkipBigrams().score(["cat"], ["cat"]) == Score(0.0, 0.0, 0.0)


texts = st.lists(st.lists(st.sampled_from("ant bee cat dog the emu".split())).map(" ".join))


@given(texts, texts)
def test_scores_are_those_of_the_definition(peer, model):
    score = SkipBigrams().score(peer, model)
    expected = rouge_s(peer, model, "official")
    assert (score.precision, score.recall, score.f1) == pytest.approx(expected)


def official_rouge(annotated, found):
    """Return the official means of the only annotation file."""
    [pairs] = pair_officially(annotated, found).values()
    return SkipBigrams().average(pairs)


def test_the_official_score_changes_precision_and_recall():
    annotated = [gold("1", '<S sid="1">cat dog</S>')]
    found = [submitted("1", '<S sid="1">cat dog bird</S>')]
    score = official_rouge(annotated, found)
    # one bigram of gold, the peer, and three of the submission; rounded, divided by 1 + 1e-7
    assert score.precision == 1.0 / (1 + 1e-7)
    assert score.recall == 0.33333 / (1 + 1e-7)
    assert score.f1 == 0.5 / (1 + 1e-7)


def test_the_official_mean_skips_keys_that_the_submission_lacks():
    text = '<S sid="1">cat dog</S>'
    annotated = [gold("1", text, citing="C1"), gold("1", text, citing="C2")]
    score = official_rouge(annotated, [submitted("1", text)])
    assert score.f1 == pytest.approx(1.0, abs=1e-6)
    others = official_rouge(annotated, [submitted("1", text, citing="C3")])
    assert others == Score(0.0, 0.0, 0.0)


def test_the_corrected_score_is_the_mean_over_citances_of_both_texts_in_the_papers_order():
    texts = {("P1", 1): "cat dog", ("P1", 2): "bird"}
    annotated = [
        gold("", citance=1, sids=[1]),
        gold("", citance=2, sids=[2, 1]),
        gold("", citance=3, sids=[1]),  # nothing is chosen
        gold("NA", "NA", citance=4, sids=[]),  # nothing to compare with
    ]
    chosen = {"P1:1": (2, 1), "P1:2": (2, 1), "P1:4": (1,)}
    [pairs] = pair_by_citance(annotated, chosen, texts).values()
    score = SkipBigrams("corrected").average(pairs)
    assert score.precision == pytest.approx((1 / 3 + 1 + 0) / 3)
    assert score.recall == pytest.approx((1 + 1 + 0) / 3)
    assert score.f1 == pytest.approx((1 / 2 + 1 + 0) / 3)
    [pairs] = pair_by_citance(annotated[3:], chosen, texts).values()
    assert SkipBigrams("corrected").average(pairs) is None  # a file without any span
