"""Notes on an answer: a sentence for each thing that its reader should know."""

from collections.abc import Iterator

from paperpool.search_page.model import RERANKING, RunFacts
from paperpool.search_page.paper_rankers import find_depth
from paperpool.search_page.questions import Question
from paperpool.search_page.reranking import Rerankers


def note_answer(
    question: Question, facts: RunFacts, rerankers: Rerankers | None, n_candidates: int
) -> Iterator[str]:
    """Yield a sentence for each thing to know of the answer to a question."""
    example, settings = question.example, question.settings
    if facts.facets and not any(sentence.facet for sentence in example.sentences):
        yield "The sentences of this abstract have no facets: the run has no labeller."
    if example.paper_id is None and question.own:
        yield f"The run has this paper, as {min(question.own)}: it is left out."
    if question.has_others:
        yield "Scores combine all example papers; linked sentences are those of the first."
    if settings.ranker == "scisearch" and rerankers is not None:
        note = rerankers.note(question)
        if note is not None:
            yield note
    depth = find_depth(settings)
    if settings.ranker in RERANKING and depth < min(settings.last, n_candidates):
        yield (
            f"The first {depth} papers are re-ranked; the others keep the order and the scores of "
            "the first ranking."
        )
