"""Snakemake's lines of file names are short, and say how many names they leave out."""

import logging

from paperpool.failures.lines import MOST, shorten_lines, shorten_reason

from .test_records import make_record

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
