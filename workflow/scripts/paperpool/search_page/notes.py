"""What the searcher should know of an answer, beside its results."""

from collections.abc import Iterator

from paperpool.search_page.model import REORDERING, RunFacts
from paperpool.search_page.paper_rankers import find_depth
from paperpool.search_page.questions import Question
from paperpool.search_page.reranking import Rerankers


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
            "Scores are of all papers together; linked sentences and what explains a result are "
            "those of the first."
        )
    if settings.ranker == "sentences" and question.choice is None:
        yield "The run has no encoder: sentences are compared by their words."
    if settings.ranker == "scisearch":
        yield from _note_networks(question, rerankers)
    if n_candidates < settings.n_results:
        yield f"Papers that pass the filters: {n_candidates}."
    depth = find_depth(settings)
    if settings.ranker in REORDERING and depth < min(settings.last, n_candidates):
        yield (
            f"The first {depth} papers are ranked anew; those that follow stand in the order of "
            "the ranking before, and have its scores."
        )


def _note_networks(question: Question, rerankers: Rerankers) -> Iterator[str]:
    if len(asked := rerankers.asked(question)) == 1:
        yield (
            "This paper is a query of the collection: only the re-ranker that has not seen "
            f"its judgments is asked, {asked[0].name}."
        )
    if figures := rerankers.figures(question):
        value, untrained, n = figures
        yield (
            f"On the collection's {question.settings.facet} queries that it was not trained on "
            f"this re-ranker has an NDCG%20 of {value:.3f}, untrained {untrained:.3f}."
            + (f" Means over {n} trainings; the first is asked." if n > 1 else "")
        )
