"""The files of several sections in one job, by name."""

import pytest
from snakemake.iocontainers import InputFiles

from paperpool.workflow.report.section_files import find_section, group_files, list_paths

NAMED = {
    "mdcr/metrics": "a",
    "scisearch/histories/minilm-mse/method": "b",
    "scisearch/histories/minilm-mse/result": "c",
    "corpus/papers": ["d", "e"],
    "annotation/practice": [],
}


def test_names_with_slashes_become_mappings_and_paths_keep_their_order():
    files = group_files(NAMED)
    assert files["mdcr"] == {"metrics": "a"}
    assert files["scisearch"] == {"histories": {"minilm-mse": {"method": "b", "result": "c"}}}
    assert files["corpus"] == {"papers": ["d", "e"]} and files["annotation"] == {"practice": []}
    assert list_paths(files) == ["a", "b", "c", "d", "e"]
    assert list_paths(files["corpus"]) == ["d", "e"]


def test_the_inputs_of_a_job_are_grouped_as_plain_values():
    inputs = InputFiles()
    for name, files in NAMED.items():
        paths = [files] if isinstance(files, str) else files
        inputs.extend(paths)
        end = None if isinstance(files, str) else len(inputs)
        inputs._set_name(name, len(inputs) - len(paths), end=end)
    assert group_files(inputs) == group_files(NAMED)
    assert type(group_files(inputs)["corpus"]["papers"]) is list


def test_a_section_that_is_missing_is_named():
    with pytest.raises(LookupError, match="no section of nothing"):
        find_section("nothing")
