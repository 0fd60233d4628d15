"""Which encoders a configuration offers, and what they are called."""

from paperpool.models.cached_model import EncoderSettings
from paperpool.search_page.encoder_choices import EncoderChoice, find_choices


def choices(rankers, encoders=None):
    config = {"rankers": rankers}
    if encoders is not None:
        config["scisearch"] = {"encoders": encoders}
    return find_choices(config)


def test_dense_rankers_are_encoders_with_their_separators():
    rankers = {
        "words": {"kind": "bm25"},
        "sep": {"kind": "dense", "model": "a", "separator": "sep", "pooling": "cls"},
        "plain": {"kind": "dense", "model": "a"},
        "same": {"kind": "dense", "model": "a", "similarity": "l2"},
    }
    assert choices(rankers) == (
        EncoderChoice("sep", EncoderSettings("a", pooling="cls"), "sep"),
        EncoderChoice("plain", EncoderSettings("a")),
    )


def test_a_rerankers_encoder_of_equal_settings_has_the_rankers_name():
    rankers = {"ranker": {"kind": "dense", "model": "a", "separator": "sep"}}
    assert choices(rankers, {"trained": {"model": "a", "max_tokens": None}, "gone": None}) == (
        EncoderChoice("ranker", EncoderSettings("a"), "sep", "trained"),
    )


def test_a_rerankers_encoder_of_other_settings_has_its_own_name():
    rankers = {"one": {"kind": "dense", "model": "a"}}
    encoders = {"one": {"model": "a", "max_tokens": 8}, "two": {"model": "b"}}
    assert choices(rankers, encoders) == (
        EncoderChoice("one", EncoderSettings("a")),
        EncoderChoice("one-scisearch", EncoderSettings("a", max_tokens=8), "space", "one"),
        EncoderChoice("two", EncoderSettings("b"), "space", "two"),
    )


def test_rankers_by_sentences_leave_their_embeddings_in_the_cache():
    def offered(**settings):
        rankers = {
            "late": {"kind": "late", "model": "a", **settings},
            "dense": {"kind": "dense", "model": "a"},
        }
        (choice,) = choices(rankers)
        return choice.has_sentences

    assert offered()
    assert not offered(titles=True)
    assert not offered(max_tokens=8)


def test_a_run_of_words_has_none():
    assert choices({"bm25": {"kind": "bm25"}}, {}) == ()
