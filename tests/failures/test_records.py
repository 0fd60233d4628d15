"""Snakemake's records of a failure become one message, printed last."""

import logging
import threading

import pytest

from paperpool.errors import Problem, UserError
from paperpool.workflow.running.failures.records import (
    INTERRUPTED,
    MOST,
    FailureFilter,
    shorten_lines,
    shorten_reason,
)
from paperpool.workflow.running.failures.targets import Targets

PROBLEM = Problem("What.", "where", "hint")


@pytest.fixture
def watching():
    found = FailureFilter()
    found.find_targets = lambda: Targets(
        ["corpus", "pools"], ["results/demo/a.csv"], "results/demo"
    )
    return found


def make_record(msg, level=logging.ERROR, **extra):
    record = logging.LogRecord("snakemake", level, "", 0, msg, None, None)
    record.__dict__.update(extra)
    return record


def end(watching, error):
    """Let Snakemake print an exception, and return the record's text."""
    try:
        raise error
    except Exception:
        record = make_record(f"{type(error).__name__}:\n{error}", event="error")
        watching.filter(record)
    return record.msg


def fail(watching, jobid, log, what):
    log.write_text(f"2026-01-01 10:00:00,000 ERROR {what}\n  Where: there\n")
    record = make_record(
        "Error in rule", event="job_error", jobid=jobid, rule_name="rank", rule_msg=None
    )
    record.log, record.input, record.output = [str(log)], [], []
    watching.filter(record)
    return record


def test_failed_jobs_are_told_of_once_in_the_last_record(watching, tmp_path):
    record = fail(watching, 1, tmp_path / "a.log", "First.")
    assert record.msg == ""  # or Snakemake prints `message: None`
    fail(watching, 2, tmp_path / "b.log", "Second.")
    fail(watching, 1, tmp_path / "a.log", "First.")
    text = end(watching, RuntimeError("At least one job did not complete successfully."))
    assert text == watching.message() and "did not complete" not in text
    assert text.count("First.\n  Where: there") == text.count("Second.\n  Where: there") == 1


def test_of_a_job_that_left_no_log_it_is_what_snakemake_saw(watching, tmp_path):
    text = "RuleException:\nOSError in file x.smk:\n[Errno 5] broken\n  File y.py, line 1"
    record = make_record(
        "Error in rule", event="job_error", jobid=1, rule_name="rank", rule_msg=None
    )
    record.log = [str(tmp_path / "none.log")]
    steps = [make_record(text, event="error"), record]
    job = threading.Thread(target=lambda: [watching.filter(step) for step in steps])
    job.start()
    job.join()
    text = end(watching, RuntimeError("At least one job did not complete successfully."))
    assert "The job ended without a message: [Errno 5] broken\n  Where: " in text


def test_a_job_that_succeeded_at_last_is_not_told_of(watching, tmp_path):
    fail(watching, 1, tmp_path / "a.log", "First.")
    fail(watching, 2, tmp_path / "b.log", "Second.")
    watching.filter(make_record("Finished", logging.INFO, event="job_finished", job_id=1))
    text = end(watching, RuntimeError("At least one job did not complete successfully."))
    assert "First." not in text and "Second." in text


def test_of_many_failed_jobs_the_last_are_told_of(watching, tmp_path):
    for i in range(9):
        fail(watching, i, tmp_path / f"{i}.log", f"Problem {i}.")
    text = end(watching, RuntimeError("At least one job did not complete successfully."))
    assert text.startswith("9 jobs failed") and "Problem 3." not in text and "Problem 8." in text


def test_a_user_error_is_its_message_alone_however_it_was_wrapped(watching):
    try:
        try:
            raise UserError(PROBLEM)
        except UserError as error:
            raise ValueError("in an input function") from KeyError(error)
    except ValueError as error:
        error.__cause__ = None  # as Snakemake raises it: in handling the other
        wrapped = error
    assert end(watching, wrapped) == str(PROBLEM)


def test_a_heading_in_front_of_the_problems_is_kept(watching):
    error = ValueError(f"1 problem in the configuration:\n{PROBLEM}")
    error.__cause__ = UserError(PROBLEM)
    assert end(watching, error) == str(error)


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ("corpsu", "Did you mean 'corpus'? The stages: corpus, pools."),
        ("results/demo/b.csv", "Did you mean 'results/demo/a.csv'?"),
        ("results/other/a.csv", "This run writes below results/demo"),
        ("xyz", "The stages: corpus, pools. Any output file is a target too."),
    ],
)
def test_a_mistyped_target_gets_names_that_are_close(watching, target, hint):
    text = end(watching, RuntimeError(f"No rule to produce {target} (if you use input functions"))
    assert text.startswith(f"There is no target {target!r}.\n  Where: ") and hint in text


def test_snakemakes_own_lock_is_explained(watching):
    text = end(watching, RuntimeError("Directory cannot be locked. Please make sure"))
    assert text.startswith("Another process is working in this folder.\n  Where: .snakemake/locks")


def test_an_error_of_the_system_is_explained(watching):
    text = end(watching, PermissionError(13, "Permission denied", "results/demo"))
    assert "permission is denied" in text and "  Where: results/demo\n  Hint: " in text


def test_any_other_error_stays_and_is_kept_in_one_line(watching):
    assert end(watching, RuntimeError("odd\nand long")) == "RuntimeError:\nodd\nand long"
    assert watching.message().startswith("odd and long\n  Where: ")


def test_a_silent_filter_leaves_the_last_record_to_its_maker():
    watching = FailureFilter(is_silent=True)
    try:
        raise UserError(PROBLEM)
    except UserError:
        assert not watching.filter(make_record("UserError:\nWhat.", event="error"))
    assert watching.message() == str(PROBLEM)


def test_an_interrupt_is_no_failure(watching, tmp_path):
    text = "Terminating processes on user request, this might take some time."
    watching.filter(make_record(text, logging.INFO))
    fail(watching, 1, tmp_path / "a.log", "KeyboardInterrupt")
    text = end(watching, RuntimeError("At least one job did not complete successfully."))
    assert text == watching.message() == INTERRUPTED


FILES = [f"results/demo/corpus/papers/metadata--metadata_{i}.parquet" for i in range(300)]


def test_lists_of_files_keep_their_first_names():
    record = make_record("", logging.INFO, input=FILES, output=FILES[:2])
    shorten_lines(record)
    assert record.output == FILES[:2] and record.input[0] == FILES[0]
    assert record.input[-1] == f"and {300 - len(record.input) + 1} more"
    assert len("    input: " + ", ".join(record.input)) <= MOST


def test_every_part_of_a_reason_is_kept():
    reason = f"Missing output files: {', '.join(FILES)}; Input files updated by another job: "
    reason += f"{', '.join(FILES)}; Params have changed"
    short = shorten_reason(reason)
    assert len("    reason: " + short) <= MOST and short.endswith("; Params have changed")
    assert "Missing output files: " in short and "; Input files updated by another job: " in short
    assert shorten_reason("Missing output files: a.csv") == "Missing output files: a.csv"


def test_a_text_is_shortened_line_by_line_but_an_error_is_not():
    record = make_record("Removing output files:\n" + ", ".join(FILES), logging.INFO)
    error = make_record(", ".join(FILES))
    for one in (record, error):
        shorten_lines(one)
    first, second = record.msg.split("\n")
    assert first == "Removing output files:" and len(second) <= MOST and second.endswith(" more")
    assert error.msg == ", ".join(FILES)


def test_where_nothing_is_to_be_done_the_warnings_are_said_again(watching):
    watching.list_warnings = lambda: ["A warning.", "2 pairs to adjudicate."]
    record = make_record("Nothing to be done (all files are there).", logging.INFO)
    assert watching.filter(record)
    assert record.msg.split("\n")[1:] == ["A warning.", "2 pairs to adjudicate."]
    other = make_record("Select jobs to execute...", logging.INFO)
    watching.filter(other)
    assert other.msg == "Select jobs to execute..."


def test_a_configuration_in_a_reason_is_left_out():
    changed = "Params have changed since last execution: before: {!r} now: {!r}"
    before, now = "seed: 13; x: 'a'\ncache: results\n", 'seed: 14; x: "b\'c"\ncache: other\n'
    short = shorten_reason(f"{changed.format(before, now)}; Code has changed")
    told = "before: (lines of text) now: (lines of text); Code has changed"
    assert short == f"Params have changed since last execution: {told}"
    assert shorten_reason(changed.format("1", "2")) == changed.format("1", "2")


def test_a_reason_with_an_apostrophe_and_many_lines_is_shortened_at_once():
    lines = "".join(f"k{number}: it's\n" for number in range(2000))
    short = shorten_reason(f'Params have changed: before: "it\'s" now: {lines!r}')
    assert short == 'Params have changed: before: "it\'s" now: (lines of text)'
    assert len(shorten_reason("it's " + r"a\nb" * 5000)) < 5000
