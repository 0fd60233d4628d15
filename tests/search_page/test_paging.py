"""Pages of results: together they are the ranking, for every ranker."""

import pytest

from paperpool.extras.search_page.model import Settings


def shown(engine, settings):
    return [(r.rank, r.paper_id, r.score) for r in engine.search(engine.look_up("a1"), settings)
            .results]  # fmt: skip


@pytest.mark.parametrize("ranker", ["bm25", "sentences"])
def test_pages_are_parts_of_one_ranking(engine, ranker):
    whole = shown(engine, Settings(ranker=ranker, n_results=6))
    pages = [shown(engine, Settings(ranker=ranker, n_results=4, page=page)) for page in (1, 2, 3)]
    assert pages == [whole[:4], whole[4:], []]


def test_what_is_ranked_anew_does_not_depend_on_the_page(engine, monkeypatch):
    for module in ("paper_rankers", "engine"):
        monkeypatch.setattr(f"paperpool.extras.search_page.{module}.RERANKED", 3)
    before = [(paper, score) for _, paper, score in shown(engine, Settings())]
    pages = [shown(engine, Settings(ranker="sentences", n_results=2, page=p)) for p in (1, 2, 3)]
    ranked = [result for page in pages for result in page]
    assert [rank for rank, _, _ in ranked] == [1, 2, 3, 4, 5, 6]
    assert {paper for _, paper, _ in ranked[:3]} == {paper for paper, _ in before[:3]}
    assert [(paper, score) for _, paper, score in ranked[3:]] == before[3:]
    example = engine.look_up("a1")
    said = "The first 3 papers are re-ranked"
    first, second = (
        engine.search(example, Settings(ranker="sentences", n_results=2, page=p)) for p in (1, 2)
    )
    assert not any(said in note for note in first.notes)
    assert any(said in note for note in second.notes)
