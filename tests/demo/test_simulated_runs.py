"""An imagined system's rankings are the same run in every format."""

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.run_checks import check_run
from paperpool.extras.demo.collection import make_collection, simulate_run, write_in_every_format
from paperpool.extras.demo.corpus_plan import make_plan


@pytest.fixture(scope="module")
def collection():
    return make_collection(make_plan(600, 13), 6)


def test_every_format_reads_back_as_the_run(collection, tmp_path):
    run = simulate_run(collection, 13)
    official = {facet: tmp_path / f"s-{facet}.json" for facet in default_scheme().facet_names}
    write_in_every_format(run, official, tmp_path / "s.trec", tmp_path / "s.parquet")
    for name in ("s-{facet}.json", "s.trec", "s.parquet"):
        read = read_foreign_run("s", str(tmp_path / name), default_scheme().facet_names)
        assert read == run
        assert check_run("s", name, read, collection).problems == []
    scores = [score for ranking in run.values() for _, score in ranking]
    assert len(set(scores)) < len(scores)  # ties are there to be broken


def test_it_depends_on_the_seed_alone(collection):
    assert simulate_run(collection, 1) == simulate_run(collection, 1) != simulate_run(collection, 2)
