"""Placeholders are filled in, other braces are the command's own."""

import pytest

from paperpool.rankers.placeholders import (
    fill_placeholders,
    find_placeholder_problems,
    named_placeholders,
)

WHOLE = "rank {candidates} > {run}"


def problems(command):
    return list(find_placeholder_problems(command, "rankers.mine.command"))


def test_paths_are_quoted_and_other_braces_stay():
    command = "awk '{print $1} {next} END {run_it()}' {candidates} ${run} > {run}"
    files = {"candidates": "/tmp/a b/c", "run": "/tmp/it's"}
    assert fill_placeholders(command, files) == (
        "awk '{print $1} {next} END {run_it()}' '/tmp/a b/c' ${run} > '/tmp/it'\"'\"'s'"
    )


def test_python_is_the_one_that_runs_the_workflow(monkeypatch):
    monkeypatch.setattr("sys.executable", "/my env/bin/python")
    filled = fill_placeholders("{python} rank.py {queries} {run}", {"run": "r"})
    assert filled == "'/my env/bin/python' rank.py {queries} r"
    assert problems(f"{{python}} rank.py {WHOLE}") == []
    [problem] = problems(f"{{pythn}} rank.py {WHOLE}")
    assert "{python}" in problem.hint


def test_what_a_filled_in_path_holds_is_not_filled_in_again():
    filled = fill_placeholders("{run} {queries}", {"run": "{queries}", "queries": "q"})
    assert filled == "'{queries}' q"


def test_only_known_words_are_placeholders():
    named = named_placeholders("{queries} {print} {candidates_tsv} ${run} {Run}")
    assert named == {"queries", "candidates_tsv"}


@pytest.mark.parametrize(
    "command",
    [
        WHOLE,
        "rank {candidates_tsv} {queries} {queries_tsv} > {run}",
        f"awk '{{print}} {{next}} {{return}} {{ run }} {{n++}}' {WHOLE}",
        f"jq '{{query_id, candidate_id}} | {{query_id}} | {{candidate_id}} | {{title}}' {WHOLE}",
        f"x=1; echo ${{x}} ${{runs}} ${{candidate}}; {WHOLE}",
        f"echo {{a,b}} {{1..3}}; {WHOLE}",
    ],
)
def test_a_command_may_hold_any_other_braces(command):
    assert problems(command) == []


@pytest.mark.parametrize(
    ("command", "expected", "hint"),
    [
        ("rank {candidates}", "does not name {run}", "{run}"),
        ("rank {candidates} > ${run}", "does not name {run}", "without a $"),
        ("rank {queries} > {run}", "does not name its candidates", "{candidates_tsv}"),
        (f"{WHOLE} {{candidate}}", "{candidate} is no placeholder", "'{candidates}'"),
        (f"{WHOLE} {{query}}", "{query} is no placeholder", "'{queries}'"),
        (f"{WHOLE} {{query_tsv}}", "{query_tsv} is no placeholder", "'{queries_tsv}'"),
        (f"{WHOLE} {{RUN}}", "{RUN} is no placeholder", "'{run}'"),
        (f"{WHOLE} {{facet}}", "{facet} is no placeholder", "{ word }"),
    ],
)
def test_a_mistake_is_named_with_a_hint(command, expected, hint):
    [problem] = problems(command)
    assert expected in problem.what and problem.where == "rankers.mine.command"
    assert hint.strip("'") in problem.hint


def test_all_mistakes_are_named():
    assert len(problems("rank {candidate} > {runs}")) == 4
