"""The queries that moved, and the sentence that says what changed."""

import pandas as pd
import pytest

from paperpool.collections.collection import Collection, Paper
from paperpool.compare.differences import DIFFERENCE_COLUMNS, QUERY_COLUMNS, Differences
from paperpool.compare.moves import Move, Moves, find_moves, summarise_moves
from paperpool.compare.rankers import Pair


def make_moves(name, differences, p_holm=0.5):
    queries = [
        Move(str(i), f"Paper {i}", "method", 0.4, 0.4 + d, d) for i, d in enumerate(differences)
    ]
    mean = sum(differences) / len(differences)
    return Moves(Pair(name, name), 0.4, 0.4 + mean, mean, p_holm, queries)


def test_queries_come_from_the_headline_figure_alone_the_most_gained_first():
    head = ("csfcube", "official", "test", "all", "ndcg%20")
    queries = [
        (*head, "a", "b", query, value, value + difference, difference)
        for query, value, difference in [
            ("2_method", 0.5, -0.25),
            ("3_b_result", 0.25, 0.25),
            ("1_method", 0.25, 0.25),
            ("1_background", 0.25, 0.25),
            ("2_result", 0.5, 0.0),
        ]
    ]
    others = [
        (*other, "a", "b", "9_method", 0.0, 1.0, 1.0)
        for other in (
            ("csfcube", "corrected", "test", "all", "ndcg%20"),
            ("csfcube", "official", "dev", "all", "ndcg%20"),
            ("csfcube", "official", "test", "method", "ndcg%20"),
            ("csfcube", "official", "test", "all", "map"),
        )
    ]
    other_pair = [(*head, "a", "c", "9_method", 0.0, 1.0, 1.0)]
    table = [(*head, "a", "b", 0.35, 0.45, 0.1, -0.1, 0.3, 0.01, 0.04, 5)]
    differences = Differences(
        pd.DataFrame(table, columns=DIFFERENCE_COLUMNS),
        pd.DataFrame(others + queries + other_pair, columns=QUERY_COLUMNS),
    )
    titles = {"1": "One", "2": " ", "3_b": "Three"}
    papers = {name: Paper(name, title, (), ()) for name, title in titles.items()}
    (moves,) = find_moves(differences, [Pair("a", "b")], Collection(papers, {}, {}, {}))
    assert [(m.paper_id, m.title, m.facet) for m in moves.queries] == [
        ("1", "One", "background"),
        ("1", "One", "method"),
        ("3_b", "Three", "result"),
        ("2", "2", "result"),  # a paper without a title goes by its id
        ("2", "2", "method"),
    ]
    assert (moves.a, moves.b, moves.difference, moves.p_holm) == (0.35, 0.45, 0.1, 0.04)
    assert (len(moves.up), moves.n_equal, len(moves.down)) == (3, 1, 1)


def test_down_starts_with_the_query_that_lost_most():
    moves = make_moves("x", [0.3, 0.1, 0.0, -0.1, -0.2])
    assert [m.difference for m in moves.up] == [0.3, 0.1]
    assert [m.difference for m in moves.down] == [-0.2, -0.1]


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            [make_moves("minilm", [0.25, 0.0], 0.0012)],
            "minilm: all-NDCG%20 40.00 → 52.50 (+12.50, p = 0.0012) over 2 queries.",
        ),
        (
            [make_moves("one", [-0.1], 0.00001)],
            "one: all-NDCG%20 40.00 → 30.00 (−10.00, p < 0.0001) over 1 query.",
        ),
        ([make_moves("bm25", [0.0, 0.0])], "bm25: all-NDCG%20 unchanged over 2 queries."),
        (
            [make_moves("small", [0.1]), make_moves("same", [0.0]), make_moves("large", [-0.2])],
            "large: all-NDCG%20 40.00 → 20.00 (−20.00, Holm p = 0.5000); small: all-NDCG%20 40.00 "
            "→ 50.00 (+10.00, Holm p = 0.5000); same: unchanged over 1 query.",
        ),
        (
            [make_moves(f"r{i}", [i / 10]) for i in range(1, 6)],
            "r5: all-NDCG%20 40.00 → 90.00 (+50.00, Holm p = 0.5000); r4: all-NDCG%20 40.00 → "
            "80.00 (+40.00, Holm p = 0.5000); r3: all-NDCG%20 40.00 → 70.00 (+30.00, Holm p = "
            "0.5000); 2 more rankers that moved less over 1 query.",
        ),
        (
            # a figure whose mean stays while its queries move has changed
            [make_moves("even", [0.25, -0.25])],
            "even: all-NDCG%20 40.00 → 40.00 (0.00, p = 0.5000) over 2 queries.",
        ),
    ],
)
def test_the_sentence_says_what_changed(found, sentence):
    assert summarise_moves(found) == sentence
