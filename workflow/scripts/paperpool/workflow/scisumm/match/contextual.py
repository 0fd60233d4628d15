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

_PaperTexts = tuple[list[str], list[str]]
"""The citances and the sentences of a paper."""


class SingleTextEncoder(TokenEncoder):
    """Encodes single texts: an item is a tuple of one, without a separator."""

    unit = "texts"

    def _lay_out(self, paper: PaperText) -> tuple[str, list[tuple[int, int]]]:
        (text,) = paper
        return text, [(0, len(text))]

    def count_pieces(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """Count each piece of the vocabulary in whole texts without markers and special tokens."""
        counts = np.zeros(len(self._tokenizer), np.int64)
        unread = iter(texts)
        while True:
            batch = list(islice(unread, _BATCH_TEXTS))
            if not batch:
                return counts

            rows = self._tokenizer(
                [remove_markers(text) for text in batch],
                add_special_tokens=False,
                return_attention_mask=False,
                verbose=False,
            )["input_ids"]
            numbers = np.fromiter(chain.from_iterable(rows), np.int64)
            counts += np.bincount(numbers, minlength=len(counts))


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
    texts: list[_PaperTexts] = []
    for paper in papers:
        citances = [text for _, text in paper.citances]
        sentences = list(paper.texts)
        if not matching.keep_markers:
            citances = list(map(clean, citances))
            sentences = list(map(clean, sentences))
        texts.append((citances, sentences))

    distinct = _list_distinct(texts)
    encoded = dict(zip(distinct, encoder.encode([(text,) for text in distinct]), strict=True))
    weights = np.ones(len(pieces))
    if matching.weights == "inverse-frequency":
        weights = weigh(pieces / max(pieces.sum(), 1))

    scores = {}
    for paper, (citances, sentences) in zip(papers, texts, strict=True):
        ids, of_citances, queries = _concatenate(citances, encoded, matching.truncate)
        _, of_sentences, candidates = _concatenate(sentences, encoded, matching.truncate)
        best = find_best(of_sentences @ of_citances.T, candidates)
        scores[paper.paper_id] = cover(queries.weigh(weights[ids]), best, matching.power)
    return scores


def _list_distinct(texts: Iterable[_PaperTexts]) -> list[str]:
    """Return the texts of all papers, each once."""
    distinct: dict[str, None] = {}
    for citances, sentences in texts:
        distinct |= dict.fromkeys(citances)
        distinct |= dict.fromkeys(sentences)
    return list(distinct)


def _check(matching: Matching) -> None:
    """Raise ValueError for settings that only word vectors have."""
    default = Matching()
    for name in ("direction", "similarity", "selection"):
        allowed = getattr(default, name)
        if getattr(matching, name) != allowed:
            raise ValueError(f"token vectors are matched by {name} {allowed} alone")
    if matching.weights == "uniform-no-stop-words":
        raise ValueError("pieces of words have no stop words")


def _concatenate(
    texts: Sequence[str], encoded: dict[str, PaperTokens], truncate: int | None
) -> tuple[NDArray[np.int64], NDArray[np.float32], Bags]:
    """Return pieces and vectors of all tokens, and each text's; equal texts share tokens."""
    ids = [np.zeros(0, np.int64)]
    vectors = []
    places: dict[str, NDArray[np.int64]] = {}
    start = 0
    for text in dict.fromkeys(texts):
        tokens = encoded[text]
        ids.append(tokens.ids[:truncate])
        vectors.append(tokens.vectors[:truncate].astype(np.float32))
        end = start + len(ids[-1])
        places[text] = np.arange(start, end)
        start = end

    all_vectors = np.zeros((0, 0), np.float32)
    if vectors:
        all_vectors = np.concatenate(vectors)
    bags = Bags.of([places[text] for text in texts])
    return np.concatenate(ids), all_vectors, bags


def score_embeddings(papers: Sequence[Paper], encoder: Encoder) -> dict[str, Floats]:
    """Return the cosines of embeddings (citances, sentences), 0 for a text of markers alone."""
    texts: list[_PaperTexts] = []
    for paper in papers:
        citances = [clean(text) for _, text in paper.citances]
        texts.append((citances, [clean(text) for text in paper.texts]))
    distinct = [text for text in _list_distinct(texts) if text.strip()]
    rows = {text: row for row, text in enumerate(distinct)}
    vectors = encoder.encode(distinct).astype(np.float64)
    vectors = np.concatenate([unit_length(vectors), vectors[:1] * 0])

    def take(of_paper: list[str]) -> Floats:
        """Return the vectors of texts; the last row is that of a text of markers alone."""
        return vectors[[rows.get(text, len(distinct)) for text in of_paper]]

    scores = {}
    for paper, (citances, sentences) in zip(papers, texts, strict=True):
        # not a matrix product: that may round equal sentences unequally
        scores[paper.paper_id] = np.einsum("qd,sd->qs", take(citances), take(sentences))
    return scores
