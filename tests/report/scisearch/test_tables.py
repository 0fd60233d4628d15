"""The tables of SciSearch: which figures stand in which row, and what stands beside them."""

from dataclasses import replace

import pytest

from paperpool.report.scisearch.section import find_best, read_source
from paperpool.report.scisearch.tables import (
    OWN_ENCODER,
    count_changes,
    loss_table,
    model_figures,
    model_row,
    model_tests,
    untrained_table,
)

from ...made.scisearch_run import MODEL_NAMES, write_run

N_COLUMNS = 4 * 5
ALL_NDCG20 = 4


@pytest.fixture(scope="module")
def files(tmp_path_factory, root):
    return write_run(tmp_path_factory.mktemp("scisearch"), root)


@pytest.fixture(scope="module")
def source(files):
    return read_source(files, released=True)


def with_figures(source, **changes):
    return replace(source, figures=replace(source.figures, **changes))


def test_a_table_has_a_group_per_protocol_and_the_papers_order_of_measures(source):
    table = loss_table(source, "kl")
    assert table.measures == ["RP", "P@20", "R@20", "NDCG%100", "NDCG%20"]
    assert table.slices[0] == ("All queries", "3 queries") and len(table.slices) == 4
    protocols = [title.partition(":")[0] for title in table.groups]
    assert protocols == ["as-published", "honest"]
    for rows in table.groups.values():
        assert [row.name for row in rows] == ["minilm-kl", "tiny-kl"]
        assert all(len(row.cells) == N_COLUMNS for row in rows)


def test_published_figures_stand_beside_as_published_alone(source):
    (as_published, _), (honest, _) = loss_table(source, "kl").groups.values()
    cell = as_published.cells[ALL_NDCG20]
    assert (cell.value, cell.published, cell.difference) == ("75.00", "82.00", "−7.00")
    assert not honest.is_published and honest.cells[ALL_NDCG20].value == "45.00"
    # R-precision for method, of Table 4
    assert as_published.cells[2 * 5].published == "84.07"


def test_only_the_aggregated_ndcg_has_its_interval(source):
    for rows in loss_table(source, "nll").groups.values():
        for row in rows:
            assert [bool(cell.interval) for cell in row.cells].index(True) == ALL_NDCG20
            assert sum(bool(cell.interval) for cell in row.cells) == 1


def test_systems_without_an_encoder_are_published_only(source):
    others = loss_table(source, "nll").others
    assert [row.name for row in others] == [
        "SENTBERT-NLI", "SENTBERT-PP", "SciBERT-CASED", "SciBERT-UNCASED", "UNSIMCSE-BERT",
        "SUSIMCSE-BERT",
    ]  # fmt: skip
    assert others[2].cells[ALL_NDCG20].value == "69.35"
    assert loss_table(source, "kl-fitted").others == []


def test_a_name_that_the_paper_does_not_have_changes_nothing(source):
    other = with_figures(source, names={"minilm": "MiniLM"})
    table = loss_table(other, "kl")
    assert len(table.others) == 7
    assert not any(row.is_published for rows in table.groups.values() for row in rows)


def test_untrained_encoders_stand_beside_table_2(source):
    table = untrained_table(source)
    [(minilm, tiny)] = table.groups.values()
    cell = minilm.cells[ALL_NDCG20]
    assert (cell.value, cell.published, cell.difference) == ("40.00", "53.28", "−13.28")
    assert not tiny.is_published and (minilm.letter, tiny.letter) == ("a", "b")
    assert [row.name for row in table.others][-1] == "SUSIMCSE-BERT" and len(table.others) == 4


def test_a_significant_difference_bears_the_letter_of_its_encoder(source):
    for rows in loss_table(source, "kl").groups.values():
        minilm, tiny = rows
        assert all([mark.letter for mark in cell.marks] == ["a"] for cell in minilm.cells)
        assert not any(cell.marks for cell in tiny.cells)


def test_models_are_compared_with_their_own_encoder(source):
    groups = model_tests(source, "honest")
    assert [group.title for group in groups] == [
        "All queries",
        "Background",
        "Method",
        "Result",
    ]
    best_first = [m.name for m in model_figures(source)]
    assert [name for name, _ in groups[0].rows] == best_first
    assert best_first[0] == "minilm-kl" and sorted(best_first) == sorted(MODEL_NAMES)
    cells = dict(groups[0].rows)["minilm-kl"]
    assert [(c.difference, c.p_holm, c.significant) for c in cells] == [
        ("+5.00", "0.0120", True)
    ] * 2
    foreign = [replace(c, baseline="tiny") for c in source.figures.comparisons]
    found = model_tests(with_figures(source, comparisons=foreign), "honest")
    assert {name for name, _ in found[0].rows} == {"tiny-nll", "tiny-kl", "tiny-kl-fitted"}
    assert OWN_ENCODER == "its untrained encoder"


def test_inflation_is_of_the_rounded_figures(source):
    figures = model_figures(source)[0]
    honest = replace(figures.honest, value=0.412349)
    leaky = replace(figures.as_published, value=0.500051)
    row = model_row(replace(figures, honest=honest, as_published=leaky))
    assert (row.honest, row.as_published, row.inflation) == ("41.23", "50.01", "+8.78")


def test_models_are_counted_that_training_improves_or_harms(source):
    models = model_figures(source)
    assert count_changes(models) == (1, 0)
    worse = [
        replace(m, test=replace(m.test, difference=-0.1, p_holm=0.01)) if m.name != "tiny-kl" else m
        for m in models
    ]
    assert count_changes(worse) == (0, 5)
    assert count_changes([replace(m, test=None) for m in models]) == (0, 0)


def test_the_best_is_marked_among_several(source):
    (_, (minilm, tiny)) = loss_table(source, "kl").groups.values()
    assert minilm.cells[0].best and not tiny.cells[0].best
    alone = replace(source, encoders=["minilm"])
    assert not any(
        cell.best for rows in loss_table(alone, "kl").groups.values() for cell in rows[0].cells
    )


def test_a_model_without_one_protocol_has_no_inflation(source):
    honest = [s for s in source.figures.scores if s.protocol == "honest"]
    alone = with_figures(source, scores=honest, comparisons=[])
    row = model_row(model_figures(alone)[0])
    assert (row.honest, row.as_published, row.inflation, row.gain.p_holm) == (
        "45.00", "–", "–", "–",
    )  # fmt: skip


def test_the_best_model_is_the_best_honest_one(source):
    scores = [
        replace(s, value=0.99) if (s.protocol, s.ranker) == ("as-published", "tiny-nll") else s
        for s in source.figures.scores
    ]
    assert find_best(model_figures(with_figures(source, scores=scores))).name == "minilm-kl"
    assert find_best([]) is None
