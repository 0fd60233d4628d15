"""Measuring the sentences of a whole column: the same as splitting each text."""

import orjson
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.io.lines import read_lines
from paperpool.text.sentences import split_sentences
from paperpool.workflow.corpus.sentence_lengths import measure_sentences

WORDS = (
    "a network Fig. eq. no. et al. e.g. vs. J. U.S. 3 0.5 (2) results algorithm. transformer. "
    'transformer! why? end.) "quote." ... etc. naïve café. “so.” It The however, [1]. . ! ?'
).split()
SPACES = [" ", "  ", "\n", "\t", "\u00a0", " \u2009", "\x1c"]


def expected(texts):
    lengths = [[len(one.split()) for one in split_sentences(text or "")] for text in texts]
    return [len(one) for one in lengths], [max(one, default=-1) for one in lengths]


def measured(texts):
    count, longest = measure_sentences(texts)
    return count.tolist(), longest.tolist()


def test_hand_worked():
    texts = [
        "One two three. Four five algorithm. Six!",
        "",
        None,
        " ",
        "See Fig. 2 of it. Yes? No.",
    ]
    assert measured(pa.array(texts)) == ([3, 0, 0, 0, 3], [3, -1, -1, -1, 5])


def test_a_word_of_one_text_is_none_of_the_next():
    texts = ["abcdefgh", "fig. 2", "", "abcdefgh", "Fig. 2 here"]
    assert measured(pa.array(texts)) == expected(texts)


@given(st.lists(st.none() | st.lists(st.sampled_from(WORDS + SPACES)).map("".join), max_size=5))
def test_equals_splitting_each_text(texts):
    assert measured(pa.array(texts, pa.string())) == expected(texts)


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SPACES[:4]))).map(
            lambda pairs: "".join(word + space for word, space in pairs)
        ),
        max_size=5,
    ),
    st.integers(0, 3),
)
def test_of_a_slice(texts, first):
    assert measured(pa.array(texts, pa.string())[first:]) == expected(texts[first:])


def test_no_texts():
    assert measured(pa.array([], pa.string())) == ([], [])


@pytest.mark.parametrize("source", ["s2orc-arxiv", "s2orc-csfcube", "s2orc-sample"])
def test_real_abstracts(source, real_data):
    shard = sorted((real_data(source) / "metadata").glob("*.jsonl.gz"))[0]
    texts = [orjson.loads(line.data)["abstract"] for line in read_lines(shard, 8_000_000)]
    assert measured(pa.array(texts, pa.string())) == expected(texts)
