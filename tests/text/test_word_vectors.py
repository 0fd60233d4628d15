"""Training on texts that cannot be read to their end."""

import pytest

from paperpool.errors import UserError
from paperpool.text.word_vectors import train_words

TEXT = "one two three four five six".split()


class Broken:
    """Texts whose reading fails from the ``good``-th time on."""

    def __init__(self, good):
        self._left = good

    def __iter__(self):
        self._left -= 1
        for i in range(40):
            if self._left < 0 and i == 20:
                raise OSError("the disk is gone")
            yield TEXT


@pytest.mark.parametrize("good", [0, 1, 2])
def test_what_reading_raises_ends_the_training(good):
    with pytest.raises(OSError, match="the disk is gone"):
        train_words(Broken(good), 13, "here", dimensions=4, epochs=3)


def test_words_come_with_vectors_and_too_few_are_told():
    words, vectors = train_words([TEXT] * 6, 13, "here", dimensions=4)
    assert sorted(words) == sorted(TEXT) and vectors.shape == (6, 4)
    with pytest.raises(UserError, match="No word stands 5 times"):
        train_words([TEXT] * 4, 13, "here", dimensions=4)


def test_a_training_that_diverges_gives_no_vectors(monkeypatch):
    def diverge(model, *arguments, **settings):
        model.wv.vectors[1] = float("nan")

    monkeypatch.setattr("gensim.models.Word2Vec.train", diverge)
    with pytest.raises(UserError, match=r"1 words have vectors with NaN(.|\n)*Where: the corpus"):
        train_words([TEXT] * 6, 13, "the corpus", dimensions=4)
