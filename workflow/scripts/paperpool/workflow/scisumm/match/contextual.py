"""Asymmetric partial matching with the token vectors of an encoder ("Asymm SciBERT").

Source: Ricci et al., section 3.2 and appendix E. A text is encoded without its neighbours. Words
are the pieces of the encoder's tokenizer; their frequencies are those in the training texts. A
piece has another vector in every text, so an exact match has a cosine below 1.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.models.contextual_encoders import PaperText, PaperTokens, TokenEncoder
from paperpool.models.encoders import Encoder
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.read.markers import remove_markers
from paperpool.workflow.scisumm.match.prepared import clean
from paperpool.workflow.scisumm.match.settings import Matching, weigh
from paperpool.workflow.scisumm.match.similarity import Bags, cover, find_best, unit_length

_BATCH_TEXTS = 4096


class SingleTextEncoder(TokenEncoder):
    """Encodes single texts: an item is a tuple of one, without a separator."""

    unit = "texts"

    def _lay_out(self, paper: PaperText) -> tuple[str, list[tuple[int, int]]]:
        (text,) = paper
        return text, [(0, len(text))]

    def count_pieces(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """Count each piece of the vocabulary in whole texts without markers and special tokens."""
        counts = np.zeros(len(self._tokenizer), np.int64)
        rest = iter(texts)
        while batch := list(islice(rest, _BATCH_TEXTS)):
            rows = self._tokenizer(
                [remove_markers(text) for text in batch],
                add_special_tokens=False,
                return_attention_mask=False,
                verbose=False,
            )["input_ids"]
            numbers = np.fromiter(chain.from_iterable(rows), np.int64)
            counts += np.bincount(numbers, minlength=len(counts))
        return counts


def score_contextual(
    papers: Sequence[Paper],
    encoder: SingleTextEncoder,
    pieces: NDArray[np.int64],
    matching: Matching,
) -> dict[str, Floats]:
    """Return each paper's scores, shape (citances, sentences).

    ``pieces`` has the frequency of each piece, shape (vocabulary,). ``matching`` has the power, the
    weights, the markers and the truncation: texts are encoded whole, and their first pieces are
    matched. Raises ValueError for settings that only word vectors have.
    """
    _check(matching)
    prepare = (lambda text: text) if matching.keep_markers else clean
    texts = [
        ([prepare(text) for _, text in paper.citances], [prepare(text) for text in paper.texts])
        for paper in papers
    ]
    distinct = list(dict.fromkeys(chain.from_iterable(chain.from_iterable(texts))))
    encoded = dict(zip(distinct, encoder.encode([(text,) for text in distinct]), strict=True))
    weights = np.ones(len(pieces))
    if matching.weights == "inverse-frequency":
        weights = weigh(pieces / max(pieces.sum(), 1))
    scores = {}
    for paper, (citances, sentences) in zip(papers, texts, strict=True):
        ids, asked, queries = _concatenate(citances, encoded, matching.truncate)
        _, offered, candidates = _concatenate(sentences, encoded, matching.truncate)
        best = find_best(offered @ asked.T, candidates)
        scores[paper.paper_id] = cover(queries.weigh(weights[ids]), best, matching.power)
    return scores


def _check(matching: Matching) -> None:
    only = Matching()
    for name in ("direction", "similarity", "selection"):
        if getattr(matching, name) != getattr(only, name):
            raise ValueError(f"token vectors are matched by {name} {getattr(only, name)} alone")
    if matching.weights == "uniform-no-stop-words":
        raise ValueError("pieces of words have no stop words")


def _concatenate(
    texts: Sequence[str], encoded: dict[str, PaperTokens], truncate: int | None
) -> tuple[NDArray[np.int64], NDArray[np.float32], Bags]:
    """Return pieces and vectors of all tokens, and each text's; equal texts share tokens."""
    distinct = {text: encoded[text] for text in texts}
    starts = np.cumsum([0, *(len(tokens.ids[:truncate]) for tokens in distinct.values())])
    places = {
        text: np.arange(a, b) for text, a, b in zip(distinct, starts, starts[1:], strict=False)
    }
    ids = [tokens.ids[:truncate] for tokens in distinct.values()]
    vectors = [tokens.vectors[:truncate].astype(np.float32) for tokens in distinct.values()]
    return (
        np.concatenate([np.zeros(0, np.int64), *ids]),
        np.concatenate(vectors) if vectors else np.zeros((0, 0), np.float32),
        Bags.of([places[text] for text in texts]),
    )


def score_embeddings(papers: Sequence[Paper], encoder: Encoder) -> dict[str, Floats]:
    """Return the cosines of embeddings (citances, sentences), 0 for a text of markers alone."""
    texts = [
        ([clean(text) for _, text in paper.citances], [clean(text) for text in paper.texts])
        for paper in papers
    ]
    distinct = [
        text
        for text in dict.fromkeys(chain.from_iterable(chain.from_iterable(texts)))
        if text.strip()
    ]
    vectors = encoder.encode(distinct).astype(np.float64)
    vectors = np.concatenate([unit_length(vectors), vectors[:1] * 0])
    row = {text: i for i, text in enumerate(distinct)}

    def take(of_paper: list[str]) -> Floats:
        return vectors[[row.get(text, len(distinct)) for text in of_paper]]

    return {
        # not a matrix product: that may round equal sentences unequally
        paper.paper_id: np.einsum("qd,sd->qs", take(citances), take(sentences))
        for paper, (citances, sentences) in zip(papers, texts, strict=True)
    }
