"""Queries: against plain loops, and too few of them."""

from dataclasses import replace

import pytest

from paperpool.errors import UserError
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.mdcr.corpus import load_corpus
from paperpool.workflow.mdcr.queries import QuerySettings, sample_queries

from ..made import mdcr_plain as plain
from ..made.mdcr_corpus import FIELDS, MadeCorpus, make_paper, random_corpus
from ..made.mdcr_stages import Settings, draw

ONE_FIELD = QuerySettings((2018, 2019), ("Art",), 2, 1, 2, 2, 2)


def keys(drawn):
    return {
        (row["level"], row["split"], row["field"], row["query_id"]) for row in drawn.rows("queries")
    }


def test_queries_and_whom_they_cite_are_those_of_the_plain_implementation(small):
    settings = small.settings
    expected = plain.draw_queries(small.corpus, settings.queries, set(), settings.seed)
    assert keys(small.drawn) == expected
    assert len(expected) == len(FIELDS) * 8 + 12 + 9
    cited = {
        (query, paper, paper in small.corpus.positives(query))
        for query in {key[3] for key in expected}
        for paper in small.corpus.cites[query]
    }
    rows = small.drawn.rows("cited")
    assert {tuple(row.values()) for row in rows} == cited and len(rows) == len(cited)
    assert rows == sorted(rows, key=lambda row: (row["query_id"], row["cited_id"]))


def test_excluded_ids_are_never_queries_and_others_take_their_place(small, tmp_path):
    first = {key[3] for key in keys(small.drawn)}
    excluded = sorted(first)[::9]
    settings = replace(small.settings, excluded=[*excluded, "unknown"])
    second = draw(small.written, tmp_path, settings)
    expected = plain.draw_queries(small.corpus, settings.queries, set(excluded), settings.seed)
    assert keys(second) == expected and len(expected) == len(keys(small.drawn))
    assert not {key[3] for key in expected} & set(excluded)


def find_problems(corpus, folder, settings):
    written = corpus.write(folder / "corpus")
    with connect("200MB", folder / "tmp", 1) as database:
        load_corpus(database, written.files.papers, 0)
        database.add_files("citations", written.files.citations)
        with pytest.raises(UserError) as raised:
            files = written.twins, folder / "queries", folder / "cited"
            sample_queries(database, settings, [], *files)
    assert not (folder / "queries").exists() and not (folder / "cited").exists()
    return raised.value.problems


def test_every_field_with_too_few_queries_is_named(tmp_path):
    settings = Settings().queries
    fields = (*FIELDS, "Arts", "Geology")
    problems = find_problems(
        random_corpus(5), tmp_path, replace(settings, fields=fields, queries=500)
    )
    named = [problem.what.split(" has ")[0] for problem in problems]
    assert named == list(fields)
    assert problems[-1].what == "Geology has 0 possible queries, and 503 are wanted."
    for problem in problems:
        assert "2016 to 2018" in problem.where and "mdcr.fields" in problem.hint


def test_too_few_queries_of_the_dataset_level_are_named(tmp_path):
    settings = replace(Settings().queries, dataset_queries=400, dataset_validation_queries=300)
    [test, val] = find_problems(random_corpus(5), tmp_path, settings)
    assert test.what.startswith("The dataset level has ") and "test queries" in test.what
    assert "val queries, and 300 are wanted" in val.what
    assert "Lower mdcr.dataset_queries," in test.hint
    assert "Lower mdcr.dataset_validation_queries," in val.hint


def test_a_level_that_leaves_no_query_for_validation_says_so(tmp_path):
    changes = {"validation_queries": 0, "dataset_queries": 4000, "dataset_validation_queries": 1}
    problems = find_problems(random_corpus(5), tmp_path, replace(Settings().queries, **changes))
    assert problems[-1].what == ("The dataset level has 0 possible val queries, and 1 are wanted.")


def test_years_without_a_paper_are_named_with_those_that_have_some(tmp_path):
    corpus = MadeCorpus({i: make_paper(i, 2001 + int(i), ["Art"]) for i in "0123"}, [("1", "0")])
    [problem] = find_problems(corpus, tmp_path, ONE_FIELD)
    assert problem.what == "No paper is of the years 2018 to 2019."
    assert problem.hint == "Set mdcr.years: the papers are of 2001 to 2004."


def test_a_corpus_without_a_paper_is_a_users_error_too(tmp_path):
    corpus = MadeCorpus({"1": make_paper("1", 2018, ["Art"], in_mdcr=False)}, [("1", "0")])
    [problem] = find_problems(corpus, tmp_path, ONE_FIELD)
    assert problem.what == "No paper is of the years 2018 to 2019."
    assert problem.hint == "The filter keeps no paper: see corpus.mdcr."
