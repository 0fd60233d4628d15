"""Candidates judged for two facets (Figure 2)."""

from paperpool.annotation.facet_pairs import COLUMNS, count_facet_pairs

from .conftest import collect, judge


def test_counts_by_hand():
    table = count_facet_pairs(
        collect(
            {
                ("q1", "background"): judge("01233"),
                ("q1", "result"): judge("0113"),  # c4 was judged for background alone
                ("q2", "result"): judge("00"),
                ("q2", "background"): judge("01"),
                ("q3", "method"): judge("3333"),
            }
        )
    )
    assert list(table) == COLUMNS and len(table) == 48
    found = table[table.n > 0].drop(columns="n_queries").values.tolist()
    assert found == [
        ["background", "result", 0, 0, 2],
        ["background", "result", 1, 0, 1],
        ["background", "result", 1, 1, 1],
        ["background", "result", 2, 1, 1],
        ["background", "result", 3, 3, 1],
    ]
    queries = table.drop_duplicates(["facet_a", "facet_b"]).n_queries.tolist()
    assert queries == [0, 2, 0]


def test_the_release_has_sixteen_papers_of_two_facets(release):
    table = count_facet_pairs(release)
    totals = table.groupby(["facet_a", "facet_b"]).agg(n=("n", "sum"), of=("n_queries", "first"))
    assert totals.of.to_dict() == {
        ("background", "method"): 5,
        ("background", "result"): 5,
        ("method", "result"): 6,
    }
    by_hand = sum(
        len(
            set(release.judgments[q, "method"].candidates)
            & set(release.judgments[q, "result"].candidates)
        )
        for q, facet in release.pairs("method")
        if (q, "result") in release.judgments
    )
    assert totals.loc[("method", "result"), "n"] == by_hand
    # one paper with both facets: the sums over one grade are the other facet's own counts
    wide = table[(table.facet_a == "background") & (table.facet_b == "method")]
    own = [0, 0, 0, 0]
    for query, _ in release.pairs("background"):
        if (query, "method") in release.judgments:
            for grade in release.judgments[query, "background"].adjudicated:
                own[grade] += 1
    assert wide.groupby("grade_a").n.sum().tolist() == own
