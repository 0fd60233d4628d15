"""What annotators are shown and asked for follows from the scheme."""

from types import SimpleNamespace

import pytest

from paperpool.errors import UserError
from paperpool.workflow.config.loading import fill_defaults, load_config
from paperpool.workflow.plan.run import Run

from ..made.schemes import TWO_FACETS, write_bare

JOB = SimpleNamespace()


@pytest.fixture
def make_run(root, tmp_path):
    """Return a function: the run of a collection whose folder has the text of a scheme, if any."""

    def make(scheme=None, **annotation):
        folder = tmp_path / "release"
        folder.mkdir(exist_ok=True)
        if scheme:
            (folder / "scheme.yaml").write_text(scheme)
        data = {"csfcube": str(folder), "s2orc": [str(tmp_path / "papers-*.gz")]}
        overlay = {"data": data, "annotation": annotation}
        config = fill_defaults(load_config(root / "config/config.yaml", [overlay], {}))
        return Run(config, "results/r", lambda script, modules=(): script)

    return make


def test_csfcubes_guidelines_have_examples_for_its_scheme_alone(make_run):
    csfcube = make_run()
    assert csfcube.practice.guideline.endswith("guideline_examples.yaml")
    assert csfcube.practice.own_examples is None
    files = csfcube.practice.get_papers_of_examples(JOB)
    assert files["collection"] and not files["papers"]

    claims = make_run(TWO_FACETS)
    assert claims.scheme.name == "claims" and claims.practice.guideline == []
    assert not any(claims.practice.get_papers_of_examples(JOB).values())
    assert make_run(TWO_FACETS, examples="mine.yaml").practice.own_examples == "mine.yaml"


def test_a_release_has_a_file_for_each_facet_and_its_scheme(make_run):
    names = {file.rpartition("/")[2] for file in make_run(TWO_FACETS).annotation.release_files}
    facets = {f"test-pid2anns-csfcube-{facet}.json" for facet in ("claim", "evidence")}
    assert {name for name in names if "anns" in name} == facets and "scheme.yaml" in names


def test_a_scheme_without_labels_has_no_sheet_and_reads_no_sentences(make_run):
    labelled = make_run(TWO_FACETS).annotation
    assert labelled.sentences_of_pools and labelled.get_released_collection(JOB)
    bare = make_run(write_bare()).annotation
    assert bare.sentences_of_pools == []
    with pytest.raises(UserError, match="The scheme bare has no labels to correct"):
        bare.get_released_collection(JOB)
