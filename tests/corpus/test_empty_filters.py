"""Filters that keep nothing, or hardly anything."""

import pytest

from paperpool.errors import UserError
from paperpool.workflow.corpus.empty_filters import check_filters

from ..made.corpus_stage import run_corpus
from ..made.shards import make_row, write_shards


@pytest.fixture
def check(tmp_path):
    """Run the corpus stage over rows, and check its filters."""

    def run(rows, field="Computer Science", arxiv_only=True, **settings):
        paths = write_shards(tmp_path / "shards", {"a.jsonl": rows})
        seeds = {"field": field, "arxiv_only": arxiv_only}
        summary = run_corpus(paths, tmp_path / "out", **seeds, **settings).summary
        check_filters(summary, [tmp_path / "out/0.rows.parquet"], **seeds)

    return run


def problems_of(check, *words, **settings):
    with pytest.raises(UserError) as caught:
        check(*words, **settings)
    return caught.value.problems


PHYSICS = [make_row(str(n), mag_field_of_study=["Physics", "Mathematics"]) for n in range(3)]
CSFCUBE, MDCR = {"csfcube": {}}, {"mdcr": {}}


def test_a_field_that_no_paper_has_is_an_error_with_those_that_exist(check):
    rows = [*PHYSICS, make_row("9", mag_field_of_study=["Physics"])]
    [problem] = problems_of(check, rows, field="physics", filters=CSFCUBE)
    assert problem.what == (
        "The filter csfcube keeps none of 4 papers: none has the field 'physics'. "
        "Fields of the corpus: Physics (4), Mathematics (3)."
    )
    assert problem.where == "corpus.csfcube.field"
    assert problem.hint.startswith("Did you mean 'Physics'? Set it to one of these")


def test_papers_without_fields_are_told_of(check):
    rows = [make_row("1", mag_field_of_study=None)]
    [problem] = problems_of(check, rows, filters=CSFCUBE)
    assert problem.what.endswith("No paper of the corpus has a field.")
    assert problem.hint.startswith("Set it")


def test_without_an_arxiv_id_the_error_names_the_setting(check):
    rows = [make_row(str(n), arxiv_id=None) for n in range(2)]
    [problem] = problems_of(check, [*rows, *PHYSICS[2:]], filters=CSFCUBE)
    assert problem.what.endswith("none of the 2 of the field 'Computer Science' has an arXiv id.")
    assert problem.where == "corpus.csfcube.arxiv_only"
    [problem] = problems_of(check, rows, field=None, filters=CSFCUBE)
    assert problem.what.endswith("keeps none of 2 papers: none of the 2 has an arXiv id.")


def test_each_empty_filter_is_told_with_its_reasons(check):
    rows = [make_row("1", inbound_citations=[], abstract="A b."), make_row("2", abstract="A b.")]
    both = problems_of(check, rows)
    assert [one.what for one in both] == [
        "The filter csfcube keeps none of 2 papers. Dropped: too few sentences (2).",
        "The filter mdcr keeps none of 2 papers. Dropped: short abstract (2).",
    ]
    assert "corpus.mdcr" in both[1].hint


def test_a_corpus_of_papers_that_are_always_kept_is_none_of_it(check, caplog):
    check([make_row("1", arxiv_id=None)], filters=CSFCUBE, keep=["1"])
    assert caplog.text == ""


def test_beside_papers_that_are_always_kept_it_is_a_warning(check, caplog):
    rows = [make_row("1", arxiv_id=None), make_row("2", arxiv_id=None, year=None)]
    check(rows, keep=["1"])
    assert "csfcube keeps none of 1 paper besides the 1 always kept" in caplog.text
    assert "mdcr keeps none of 1 paper besides the 1" in caplog.text


def test_a_misspelt_field_is_an_error_beside_them_too(check):
    rows = [make_row("1"), make_row("2")]
    [problem] = problems_of(check, rows, field="computer science", filters=CSFCUBE, keep=["1"])
    assert "Did you mean 'Computer Science'?" in problem.hint


def test_works_that_are_all_left_out_name_the_setting():
    counts = {"kept": 0, "kept_always": 0, "dropped": {"retracted": 3}}
    with pytest.raises(UserError, match=r"retracted \(3\)\.\n  Where: corpus.openalex.leave_out"):
        check_filters({"filters": {"none": counts}}, [], field=None, arxiv_only=True)


def test_a_filter_of_a_users_own_is_told_with_its_conditions_to_change():
    counts = {"kept": 0, "kept_always": 0, "dropped": {"other_language": 3, "no_year": 0}}
    with pytest.raises(UserError) as caught:
        check_filters({"filters": {"german": counts}}, [], field=None, arxiv_only=True)
    [problem] = caught.value.problems
    assert problem.what == "The filter german keeps none of 3 papers. Dropped: other language (3)."
    assert problem.where == "corpus.filters"
    assert problem.hint.startswith("Change the conditions of german there, or take german out")


@pytest.mark.parametrize(("kept", "is_told"), [(9, True), (10, False)])
def test_less_than_a_thousandth_is_a_warning_with_counts(caplog, kept, is_told):
    dropped = {"no_year": 0, "few_citations": 10_000 - kept}
    counts = {"kept": kept, "kept_always": 0, "dropped": dropped}
    check_filters({"filters": {"mdcr": counts}}, [], field=None, arxiv_only=True)
    told = f"The filter mdcr keeps {kept} of 10,000 papers, less than 0.1%. Dropped: few citations"
    assert (told in caplog.text) == is_told


def test_a_corpus_without_a_readable_row_is_another_matter(check, caplog):
    check([b"{"])
    check([])
    assert caplog.text == ""
