"""Doubt judgments that probably belong to other documents.

Judgments whose ids are shifted name documents that exist, so that no check of ids finds them. But
relevant documents share more words with their topic than with others, whatever the collection.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from paperpool.collections.collection import OpenCollection, Pair
from paperpool.collections.foreign_ids import compare_ids
from paperpool.errors import Problem, name_some
from paperpool.evaluation.checks import COLLECTION
from paperpool.evaluation.stored_doubts import store_doubts

FEWEST_TOPICS = 10
"""Topics below which nothing can be said of the words that they share with documents."""

MOST_TOPICS = 200
"""Topics whose words are compared."""

MOST_DOCUMENTS = 5
"""Relevant documents of a topic that are compared."""

N_SHIFTS = 20
"""How often every topic is given the relevant documents of another one."""

LEAST_DEVIATIONS = 3
"""Deviations that topics are closer to their own documents than to those of other topics.

CSFCube, Cranfield, DORIS-MAE and SciFact have 28 to 100. With ids shifted by one they have -1 to 1,
but for Cranfield, whose neighbouring documents are of one topic: 19.
"""


def find_collection_doubts(collection: OpenCollection) -> list[Problem]:
    """Return the doubts about a collection's judgments."""
    found = (_find_absent_documents(collection), _find_strange_documents(collection))
    return [doubt for doubt in found if doubt is not None]


def store_collection_doubts(doubts: Sequence[Problem]) -> dict[str, dict[str, Any]]:
    """Return doubts about a collection as an entry of the checks; empty without any."""
    if not doubts:
        return {}
    found = {
        "unjudged_removed": 0,
        "problems": [],
        "judged_at_20": {},
        "doubts": store_doubts(doubts),
    }
    return {COLLECTION: found}


def _find_absent_documents(collection: OpenCollection) -> Problem | None:
    """Doubt judged documents that are not there; with candidates the others are not kept."""
    if collection.candidates:
        return None

    judged: set[str] = set()
    for judgments in collection.judgments.values():
        judged.update(judgments.candidates)
    documents = set(collection.documents)
    absent = judged - documents
    if not absent:
        return None

    verb = "is" if len(absent) == 1 else "are"
    message = (
        f"{len(absent):,} of {len(judged):,} judged documents {verb} not in the collection: "
        f"{name_some(sorted(absent))}. Every run misses them."
    )
    return Problem(message, "the judgments", compare_ids(absent, documents))


def _find_strange_documents(collection: OpenCollection) -> Problem | None:
    """Doubt relevant documents that share no more words with their topic than with others."""
    from paperpool.text.analysis import analyze  # brings scipy in

    relevant = _sample_relevant(collection)
    if len(relevant) < FEWEST_TOPICS:
        return None

    words: dict[str, set[str]] = {}
    for documents in relevant.values():
        for document in documents:
            if document not in words:
                words[document] = set(analyze(collection.document_text(document)))
    asked = [set(analyze(collection.query_text(*topic))) for topic in relevant]
    if not any(words.values()):  # judged ids without texts
        return None

    # a word counts by its rarity among these documents, as in an inverse document frequency
    n_holding: Counter[str] = Counter()
    for document_words in words.values():
        n_holding.update(document_words)
    rarity = {word: math.log(1 + len(words) / (1 + n)) for word, n in n_holding.items()}

    def share(shift: int) -> float:
        """Return the mean share of a topic's words in the documents of the topic after it."""
        shares = []
        documents = list(relevant.values())
        for place, query in enumerate(asked):
            whole = sum(rarity.get(word, 0.0) for word in query)
            for document in documents[(place + shift) % len(asked)]:
                common = sum(rarity[word] for word in query & words[document])
                shares.append(common / whole if whole else 0.0)
        return float(np.mean(shares))

    # shifts are spread evenly over the topics, since neighbours may be about one subject
    shifts = sorted({max(1, len(asked) * i // (N_SHIFTS + 1)) for i in range(1, N_SHIFTS + 1)})
    others = np.array([share(shift) for shift in shifts])
    own_share = share(0)
    if own_share > others.mean() + LEAST_DEVIATIONS * others.std(ddof=1):
        return None

    message = (
        "The relevant documents share no more words with their own topics "
        f"({100 * own_share:.1f}%) than with other topics ({100 * others.mean():.1f}%)."
    )
    hint = (
        "See whether the judgments belong to these documents and topics: ids may be shifted by "
        "one, or numbered anew. (Topics and documents of two languages share no words either.)"
    )
    return Problem(message, "the judgments", hint)


def _sample_relevant(collection: OpenCollection) -> dict[Pair, list[str]]:
    """Return the first relevant documents that are there, of topics evenly drawn from all."""
    relevant = {}
    for pair in collection.pairs():
        grades = collection.judgments[pair].grades()
        known = []
        for document, grade in grades.items():
            if grade >= collection.relevant and document in collection.papers:
                known.append(document)
        if known:
            relevant[pair] = known[:MOST_DOCUMENTS]

    step = math.ceil(len(relevant) / MOST_TOPICS) or 1
    return {pair: relevant[pair] for pair in list(relevant)[::step]}
