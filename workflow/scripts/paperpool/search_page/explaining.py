"""Explain a result by its signals, their scores and ranks, and write the notes of an answer."""

from collections.abc import Iterator

import numpy as np

from paperpool.rankers.scoring.fusing import RANK_OFFSET
from paperpool.search_page.model import RERANKING, RunFacts, Signal
from paperpool.search_page.paper_rankers import PaperRankers, find_depth
from paperpool.search_page.papers import Rows
from paperpool.search_page.questions import Question
from paperpool.search_page.ranking import find_ranks, link_sentences, mean_of_best
from paperpool.search_page.reranking import Rerankers
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
    """Yield the signals of the paper at ``row``, one of the candidates ``rows``.

    Ranks by words and embeddings are among all candidates, of a re-ranking among its own papers.
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
    cosines = rankers.compare_found(question, rows, [row])[row]
    rank = _place(rankers.rank(question, rows), row) if ranker == "sentences" else None
    asked, offered = question.example.sentences, sentences.of(row)
    details = tuple(
        (f"{asked[link.asked].text} ↔ {offered[link.found].text}", link.similarity)
        for link in link_sentences(cosines, question.chosen)
    )
    value = mean_of_best(cosines) if cosines.size else None
    yield Signal("sentences", value, rank, shares.get("sentences"), details)
    if with_networks:
        yield from _by_networks(question, rankers, rows, row, shares.get("scisearch"))


def _by_networks(
    question: Question, rankers: PaperRankers, rows: Rows, row: int, share: float | None
) -> Iterator[Signal]:
    """Yield the expected grade, then SciSearch's order: the likeliest grade, its probability."""
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
    """Return the rank of a row in a ranking, if it is there."""
    return next((rank for rank, (other, _) in enumerate(ranked, 1) if other == row), None)


def note_answer(
    question: Question, facts: RunFacts, rerankers: Rerankers, n_candidates: int
) -> Iterator[str]:
    """Yield a sentence for each thing to know of the answer to a question."""
    example, settings = question.example, question.settings
    if facts.facets and not any(sentence.facet for sentence in example.sentences):
        yield "The sentences of this abstract have no facets: the run has no labeller."
    if example.paper_id is None and question.own:
        yield f"The run has this paper, as {min(question.own)}: it is left out."
    if question.more or question.less:
        yield (
            "Scores combine all example papers; linked sentences and explanations are those of "
            "the first."
        )
    choice = question.choice
    if settings.ranker == "sentences" and (choice is None or choice.settings is None):
        yield "No encoder of texts: sentences are compared by their words."
    if choice is not None and choice.settings is None and settings.ranker in ("dense", "fusion"):
        yield f"{choice.name} compares whole papers: facets and marks change only the words."
    if settings.ranker == "scisearch":
        yield from _note_networks(question, rerankers)
    if n_candidates < settings.n_results:
        yield f"Papers that pass the filters: {n_candidates}."
    depth = find_depth(settings)
    if settings.ranker in RERANKING and depth < min(settings.last, n_candidates):
        yield (
            f"The first {depth} papers are re-ranked; the others keep the order and the scores of "
            "the first ranking."
        )


def _note_networks(question: Question, rerankers: Rerankers) -> Iterator[str]:
    if len(asked := rerankers.asked(question)) == 1:
        yield (
            "This paper is a query of the collection: only the re-ranker that has not seen "
            f"its judgments is used, {asked[0].name}."
        )
    if honest := rerankers.honest_ndcg(question):
        value, untrained, n = honest
        yield (
            f"On the collection's {question.settings.facet} queries outside its training, this "
            f"re-ranker has an NDCG%20 of {value:.3f}, its untrained encoder {untrained:.3f}."
            + (f" Means over {n} trainings; the first is used." if n > 1 else "")
        )
