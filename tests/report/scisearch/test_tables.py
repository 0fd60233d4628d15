"""The tables of SciSearch: the scores of each row, and published ones."""

from dataclasses import replace

import pytest

from paperpool.workflow.report.scisearch.section import find_best, read_source
from paperpool.workflow.report.scisearch.tables import (
    OWN_ENCODER,
    count_changes,
    loss_table,
    model_scores,
    model_table,
    model_tests,
    untrained_table,
)

from ...made.grids import group_rows, list_texts
from ...made.scisearch_run import MODEL_NAMES, write_run

N_COLUMNS = 4 * 5
ALL_NDCG20 = 4


@pytest.fixture(scope="module")
def files(tmp_path_factory, root):
    return write_run(tmp_path_factory.mktemp("scisearch"), root)


@pytest.fixture(scope="module")
def source(files):
    return read_source(files)


def protocols_of(source, loss):
    """Return the rows of as-published and of honest."""
    return list(group_rows(loss_table(source, loss)).values())[:2]


def has_published(cells):
    return any("published" in cell.below for cell in cells)


def with_figures(source, **changes):
    return replace(source, results=replace(source.results, **changes))


def row_of(source, model):
    """Return the texts of a model's row by their heads; "value" is that of as-published."""
    grid = model_table(source, [model], None)
    return dict(zip(list_texts(grid.columns), list_texts(grid.rows[0]), strict=True))


def test_a_table_has_a_group_per_protocol_and_the_papers_order_of_measures(source):
    table = loss_table(source, "kl")
    measures = ["RP", "P@20", "R@20", "NDCG%100", "NDCG%20"]
    assert list_texts(table.columns) == ["ranker", *measures * 4] and N_COLUMNS == 5 * 4
    first = table.head[0][1]
    assert (first.text, first.note, first.span) == ("All queries", "13 queries", 5)
    groups = group_rows(table)
    assert [title.partition(":")[0] for title in groups][:2] == ["as-published", "honest"]
    for rows in list(groups.values())[:2]:
        assert list(rows) == ["minilm-kl", "tiny-kl"]
        assert all(len(cells) == N_COLUMNS for cells in rows.values())


def test_published_figures_stand_beside_as_published_alone(source):
    as_published, honest = (rows["minilm-kl"] for rows in protocols_of(source, "kl"))
    cell = as_published[ALL_NDCG20]
    assert cell.text == "75.00"
    assert (cell.below["published"], cell.below["difference"]) == ("82.00", "−7.00")
    assert not has_published(honest) and honest[ALL_NDCG20].text == "45.00"
    # R-precision for method, of Table 4
    assert as_published[2 * 5].below["published"] == "84.07"


def test_only_the_aggregated_ndcg_has_its_interval(source):
    for rows in protocols_of(source, "nll"):
        for cells in rows.values():
            assert [i for i, c in enumerate(cells) if "interval" in c.below] == [ALL_NDCG20]


def test_systems_without_an_encoder_are_published_only(source):
    others = group_rows(loss_table(source, "nll"))["Published only"]
    assert list(others) == [
        "SENTBERT-NLI", "SENTBERT-PP", "SciBERT-CASED", "SciBERT-UNCASED", "UNSIMCSE-BERT",
        "SUSIMCSE-BERT",
    ]  # fmt: skip
    assert others["SciBERT-CASED"][ALL_NDCG20].text == "69.35"
    assert "Published only" not in group_rows(loss_table(source, "kl-fitted"))


def test_a_name_that_the_paper_does_not_have_changes_nothing(source):
    other = with_figures(source, names={"minilm": "MiniLM"})
    *own, others = group_rows(loss_table(other, "kl")).values()
    assert len(others) == 7
    assert not any(has_published(cells) for rows in own for cells in rows.values())


def test_untrained_encoders_stand_beside_table_2(source):
    table = untrained_table(source)
    own, others = group_rows(table).values()
    cell = own["minilm"][ALL_NDCG20]
    assert cell.text == "40.00"
    assert (cell.below["published"], cell.below["difference"]) == ("53.28", "−13.28")
    letters = {row[0].text: row[0].letter for row in table.rows if row[0].letter}
    assert not has_published(own["tiny"]) and letters == {"minilm": "a", "tiny": "b"}
    assert list(others)[-1] == "SUSIMCSE-BERT" and len(others) == 4


def test_a_significant_difference_bears_the_letter_of_its_encoder(source):
    for rows in protocols_of(source, "kl"):
        minilm, tiny = rows.values()
        assert all([mark.letter for mark in cell.marks] == ["a"] for cell in minilm)
        assert not any(cell.marks for cell in tiny)


def test_models_are_compared_with_their_own_encoder(source):
    groups = group_rows(model_tests(source, "honest"))
    assert list(groups) == ["All queries", "Background", "Method", "Result"]
    best_first = [m.name for m in model_scores(source)]
    assert list(groups["All queries"]) == best_first
    assert best_first[0] == "minilm-kl" and sorted(best_first) == sorted(MODEL_NAMES)
    cells = groups["All queries"]["minilm-kl"]
    assert [(cells[i].text, cells[i + 3].text) for i in (0, 4)] == [("+5.00", "0.0120")] * 2
    assert cells[3].bold and cells[7].bold
    foreign = [replace(c, baseline="tiny") for c in source.results.comparisons]
    found = model_tests(with_figures(source, comparisons=foreign), "honest")
    assert set(group_rows(found)["All queries"]) == {"tiny-nll", "tiny-kl", "tiny-kl-fitted"}
    assert OWN_ENCODER == "its untrained encoder"


def test_inflation_is_of_the_rounded_figures(source):
    figures = model_scores(source)[0]
    honest = replace(figures.honest, value=0.412349)
    leaky = replace(figures.as_published, value=0.500051)
    changed = replace(figures, honest=honest, as_published=leaky)
    row = row_of(source, changed)
    assert (row["value"], row["inflation"]) == ("50.01", "+8.78")
    assert list_texts(model_table(source, [changed], None).rows[0])[2] == "41.23"


def test_models_are_counted_that_training_improves_or_harms(source):
    models = model_scores(source)
    assert count_changes(models) == (1, 0)
    worse = [
        replace(m, test=replace(m.test, difference=-0.1, p_holm=0.01)) if m.name != "tiny-kl" else m
        for m in models
    ]
    assert count_changes(worse) == (0, 5)
    assert count_changes([replace(m, test=None) for m in models]) == (0, 0)


def test_the_best_is_marked_among_several(source):
    minilm, tiny = protocols_of(source, "kl")[1].values()
    assert minilm[0].bold and not tiny[0].bold
    alone = protocols_of(replace(source, encoders=["minilm"]), "kl")
    assert not any(cell.bold for rows in alone for cells in rows.values() for cell in cells)


def test_a_model_without_one_protocol_has_no_inflation(source):
    honest = [s for s in source.results.scores if s.protocol == "honest"]
    alone = with_figures(source, scores=honest, comparisons=[])
    row = row_of(alone, model_scores(alone)[0])
    assert [row[name] for name in ("value", "inflation", "Holm p")] == ["–"] * 3


def test_the_best_model_is_the_best_honest_one(source):
    scores = [
        replace(s, value=0.99) if (s.protocol, s.ranker) == ("as-published", "tiny-nll") else s
        for s in source.results.scores
    ]
    assert find_best(model_scores(with_figures(source, scores=scores))).name == "minilm-kl"
    assert find_best([]) is None
