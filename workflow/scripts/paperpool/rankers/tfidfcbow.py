"""Rank by averages of word vectors that weigh as TF-IDF says (see ``word_averages``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from paperpool.rankers.word_ranker import WordRanker


@dataclass(frozen=True, kw_only=True)
class TfidfCbow(WordRanker):
    kind: ClassVar[str] = "tfidfcbow"
    sentence: ClassVar[str] = "the same as cbow, each word weighted by its TF-IDF"
