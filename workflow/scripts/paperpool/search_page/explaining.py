"""Why a paper was found: each signal with its score, its rank, and what it is made of."""

from collections.abc import Iterator

import numpy as np

from paperpool.rankers.scoring.fusing import RANK_OFFSET
from paperpool.search_page.links import link_sentences, mean_of_best
from paperpool.search_page.model import Signal
from paperpool.search_page.paper_rankers import PaperRankers
from paperpool.search_page.papers import Rows
from paperpool.search_page.questions import Question
from paperpool.search_page.ranking import find_ranks
from paperpool.search_page.sentences import Sentences

TOP_WORDS = 10


def explain_paper(
    question: Question,
    rankers: PaperRankers,
    sentences: Sentences,
    rows: Rows,
    row: int,
    with_networks: bool,
) -> Iterator[Signal]:
    """Yield the signals by which the paper at ``row``, one of the candidates ``rows``, ranks.

    Ranks by words and embeddings are among all candidates; those of a re-ranking among the papers
    that it orders, None outside of them.
    """
    ranker = question.settings.ranker
    words = rankers.by_words(question)
    dense = None if question.choice is None else rankers.by_vectors(question)
    wanted = np.array([row])
    ranks = {"bm25": int(find_ranks(words, rows, wanted)[0])}
    if dense is not None:
        ranks["dense"] = int(find_ranks(dense, rows, wanted)[0])
    shares = {ranker: 1.0}
    if ranker == "fusion":
        parts = {name: 1 / (RANK_OFFSET + rank) for name, rank in ranks.items()}
        shares = {name: part / sum(parts.values()) for name, part in parts.items()}

    top = tuple(rankers.weigh_words(question, row)[:TOP_WORDS])
    yield Signal("bm25", float(words[row]), ranks["bm25"], shares.get("bm25"), top)
    if dense is not None:
        yield Signal("dense", float(dense[row]), ranks["dense"], shares.get("dense"))
    yield _by_sentences(question, rankers, sentences, rows, row, shares.get("sentences"))
    if with_networks:
        yield from _by_networks(question, rankers, rows, row, shares.get("scisearch"))


def _by_sentences(
    question: Question,
    rankers: PaperRankers,
    sentences: Sentences,
    rows: Rows,
    row: int,
    share: float | None,
) -> Signal:
    cosines = rankers.compare_found(question, rows, [row])[row]
    rank = None
    if question.settings.ranker == "sentences":
        rank = _place(rankers.rank(question, rows), row)
    asked, offered = question.example.sentences, sentences.of(row)
    details = tuple(
        (f"{asked[link.asked].text} ↔ {offered[link.found].text}", link.similarity)
        for link in link_sentences(cosines, question.chosen)
    )
    value = mean_of_best(cosines) if cosines.size else None
    return Signal("sentences", value, rank, share, details)


def _by_networks(
    question: Question, rankers: PaperRankers, rows: Rows, row: int, share: float | None
) -> Iterator[Signal]:
    """Yield the expected grade, and what SciSearch's own page orders by.

    That is the most probable grade, equal ones by its probability; here then by row.
    """
    asked, rank = [row], None
    if question.settings.ranker == "scisearch":
        rank = _place(rankers.rank(question, rows), row)
        asked = rankers.first_rows(question, rows) if rank is not None else asked
    of_all = rankers.grade_probabilities(question, asked)
    probabilities = of_all[asked.index(row)]
    details = tuple((f"grade {grade}", float(p)) for grade, p in enumerate(probabilities))
    expected = float(probabilities @ np.arange(len(probabilities)))
    yield Signal("scisearch", expected, rank, share, details)
    grades, sure = of_all.argmax(axis=1), of_all.max(axis=1)
    ordered = sorted(range(len(asked)), key=lambda i: (-grades[i], -sure[i], asked[i]))
    place = None if rank is None else ordered.index(asked.index(row)) + 1
    grade = int(probabilities.argmax())
    yield Signal("most_probable", float(grade), place, None, (details[grade],))


def _place(ranked: list[tuple[int, float]], row: int) -> int | None:
    """Return the rank of a row in a ranking, None where it is not in it."""
    return next((rank for rank, (other, _) in enumerate(ranked, 1) if other == row), None)
