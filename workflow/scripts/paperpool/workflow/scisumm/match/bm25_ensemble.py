"""An ensemble of two BM25 searches, after Aumiller et al. (2020).

Source: "UniHD@CL-SciSumm 2020: Citation Extraction as Search"; dennlinger/scisumm-corpus on GitHub:
``get_test_results.py``, ``solr_query_test.py``, ``solr_commit_test.py`` at 4435a4dc, and
``managed-schema`` at 6ef98bc4. A citance without markers is searched among a paper's sentences in a
field of words and one of stems, with a boost for early ones; the answer is the intersection of both
top fours, else the single best. Solr 8.5.2 counts pairs of neighbouring terms in the mean length,
but not in a sentence's own length, and never queries them.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.choice import LEARNT
from paperpool.scisumm.corpus import Paper
from paperpool.text.analysis import STOP_WORDS, find_term
from paperpool.workflow.scisumm.match.bm25 import score_terms

EARLY = 0.3
"""The first part of a paper, as a share of its sentences."""

EARLY_BOOST = 1.5
LATE_BOOST = 1.0
"""The addition to scores in the first part of a paper, and after it."""

GAP = " "
"""Marks removed stop words before a term: a counted pair begins with them."""

_YEAR = r"\(?[0-9]{4}\)?"
_NAME = r"[A-Z][A-Za-z-]+"
_MARKERS = (
    re.compile(rf"\(?[A-Za-z]+ et al.(?:,? {_YEAR})?"),
    re.compile(
        rf"\(?(?:(?:{_NAME},? )?{_NAME},? and )?{_NAME},? {_YEAR}"
        rf"|\(?{_NAME} and others, {_YEAR}|\[[0-9]+\]?"
    ),
)
"""Citation markers, removed in this order."""

_MASKS = {
    " complexity ": re.compile(r"O\s*\([^)]+\)"),
    " probability ": re.compile(r"[\s=][Pp]\s*r*\s*\([^)]+\)"),
    " vector ": re.compile(r"\[[^],]+,[^]]+\]"),
    " function ": re.compile(r"[A-Za-z]*\s*[=/\d]*\s*\([^)]+[=+][^)]+\)"),
}
"""Replacements of math-like text."""

_PUNCTUATION = re.compile(r"[;,#]|(?<=\s)[^\w\s](?=\s)")
_WORD = re.compile(r"\w+(?:(?:(?<=\d)\.(?=\d)|(?<!\d)['.](?!\d))\w+)*")
_PART = re.compile(r"[A-Z]+[a-z]*|[a-z]+|[0-9]+")
_POSSESSIVE = re.compile(r"'s\b", re.IGNORECASE)


def score_ensemble(papers: Sequence[Paper]) -> dict[str, Floats]:
    """Return each paper's scores (citances, sentences); the answer's sentences have 1 or more."""
    scores = {}
    for paper in papers:
        texts = [mask(text) for text in paper.texts]
        queries = [mask(cut_markers(text)) for _, text in paper.citances]

        words = search(map(split_words, queries), map(split_words, texts))
        indexed = [split_stems(text, joined=True) for text in texts]
        stems = search(map(split_stems, queries), indexed)

        is_early = np.array(paper.sids) < EARLY * len(texts)
        boost = np.where(is_early, EARLY_BOOST, LATE_BOOST)
        scores[paper.paper_id] = answer(words, stems, boost)
    return scores


def cut_markers(text: str) -> str:
    """Return a citance without the citation markers that the authors' patterns match."""
    for pattern in _MARKERS:
        text = pattern.sub("", text)
    return text


def mask(text: str) -> str:
    """Return a text in ASCII without isolated punctuation, formulas replaced by words."""
    text = text.replace("(e.g.", "example")
    for word, pattern in _MASKS.items():
        text = pattern.sub(word, text)
    return _PUNCTUATION.sub("", text.encode("ascii", "ignore").decode())


def split_words(text: str) -> list[str]:
    """Return the lower-cased words of a text without possessives; stop words are gaps.

    >>> split_words("The parser's trees of U.S. text")
    [' ', 'parser', 'trees', ' ', 'u.s', 'text']
    """
    found = []
    for word in _WORD.findall(text):
        terms = []
        if not _is_stop(word):
            terms.append(_POSSESSIVE.sub("", word).lower())
        found.append(terms)
    return _with_gaps(found)


def split_stems(text: str, joined: bool = False) -> list[str]:
    """Return the stems of words split at signs, digits and case changes; stop words are gaps.

    ``joined`` adds the whole word before its parts.

    >>> split_stems("a pre-trained WordNet", joined=True)
    [' ', 'pretrain', 'pre', 'train', 'wordnet', 'word', 'net']
    """
    found = []
    for word in text.split():
        terms: list[str] = []
        if not _is_stop(word):
            parts = _PART.findall(_POSSESSIVE.sub("", word))
            for _, run in groupby(parts, str.isdigit):
                alike = list(run)
                if joined and len(alike) > 1:
                    terms.append("".join(alike))
                terms += alike
        found.append([_stem(term.lower()) for term in terms])
    return _with_gaps(found)


def _stem(term: str) -> str:
    """Return the stem of a term; Lucene's stemmer leaves two letters alone."""
    if len(term) <= 2:
        return term
    return find_term(term) or term


def _is_stop(word: str) -> bool:
    return word.lower() in STOP_WORDS


def _with_gaps(words: Iterable[Sequence[str]]) -> list[str]:
    """Return all terms in order, with ``GAP`` after words without a term."""
    terms = []
    is_gap = False
    for found in words:
        if found and is_gap:
            terms.append(GAP)
        terms += found
        is_gap = not found
    return terms


def search(queries: Iterable[Sequence[str]], texts: Iterable[Sequence[str]]) -> Floats:
    """Return Lucene's BM25 of terms with gaps in an index with pairs, shape (queries, texts)."""
    without_gaps = []
    for query in queries:
        without_gaps.append([term for term in query if term != GAP])
    documents = list(texts)

    n_indexed = 0
    n_texts = 0
    for terms in documents:
        if terms:
            # pairs of neighbours are indexed, too
            n_indexed += 2 * len(terms) - 1 - list(terms).count(GAP)
            n_texts += 1
    return score_terms(without_gaps, documents, n_indexed / max(n_texts, 1))


def answer(words: Floats, stems: Floats, boost: Floats) -> Floats:
    """Combine the scores of two searches, (citances, sentences); the answer gets 1 or more.

    ``boost``, shape (sentences,), is added to the score of a sentence that a search found.
    Sentences outside the answer get less than 1, by the sum of both searches.
    """
    boosted_words = np.where(words > 0, words + boost, 0.0)
    boosted_stems = np.where(stems > 0, stems + boost, 0.0)
    first = find_best_rows(boosted_words, LEARNT.most)
    second = find_best_rows(boosted_stems, LEARNT.most)
    both = first & second

    # the first of the best, where the searches agree on none
    best = np.maximum(boosted_words, boosted_stems)
    top = best.max(axis=1, keepdims=True, initial=0.0)
    alone = (best == top) & (top > 0) & ~both.any(axis=1, keepdims=True)
    alone &= alone.cumsum(axis=1) == 1

    total = boosted_words + boosted_stems
    return total / (1 + total.max(axis=1, keepdims=True, initial=0.0)) + (both | alone)


def find_best_rows(scores: Floats, depth: int) -> NDArray[np.bool_]:
    """Return a mask of the top ``depth`` of each row; ties go to the first, zeros never count."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    found = np.zeros(scores.shape, bool)
    np.put_along_axis(found, order, True, axis=1)
    return found & (scores > 0)
