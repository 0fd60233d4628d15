"""Inputs and outputs of jobs in each format of collections."""

import json

import pytest

from paperpool.collections.collection import STORED_FILES
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.schemes import default_scheme
from paperpool.collections.stored import store_collection
from paperpool.evaluation.runs import rank_scores
from paperpool.rankers.scoring.formats import FORMATS, name_formats, read_collection_of
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.benchmark import SPLITS, TEXTS
from ..made.folders import write_mteb

FACETS = default_scheme().facet_names


def write_csfcube(collection, folder):
    """Write a release; return the job's input."""
    write_collection(collection, folder)
    return {"collection": [folder / "queries-release.csv"]}


def write_mdcr(_, folder):
    """Write the small benchmark; return the job's inputs."""
    files = {}
    for split, pools in SPLITS.items():
        files |= {split: folder / f"{split}.json", f"{split}_data": folder / "texts.jsonl"}
        files[split].write_text(json.dumps(pools))
    papers = [{"paper_id": i, "title": t, "abstract": a} for i, (t, a) in TEXTS.items()]
    lines = [json.dumps(paper) + "\n" for paper in papers]
    (folder / "texts.jsonl").write_text("".join(lines))
    return files


def write_stored(collection, folder):
    """Write the tables of a collection; return the job's input."""
    store_collection(collection, folder)
    return {"collection": [folder / name for name in STORED_FILES]}


CASES = {
    "collection": (write_stored, {"runs": 1}),
    "csfcube": (write_csfcube, {"runs": 1, "ranked": len(FACETS)}),
    "mdcr": (write_mdcr, {"val_scores": 1, "test_scores": 1}),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_collection_is_read_and_its_runs_are_read_back(
    name, collection, small_benchmark, tmp_path
):
    write, outputs = CASES[name]
    expected = {"csfcube": collection, "mdcr": small_benchmark}.get(name)
    if expected is None:
        settings = write_mteb(tmp_path / "theirs", {"1": ["e", "b"], "2": ["d"], "a": ["a"]})
        expected = assemble(make_reader(settings).read(), "test", 2, 30)
    made = FORMATS[name].read(write(expected, tmp_path))
    assert made.pairs() == expected.pairs() and made.folds == expected.folds
    assert dict(made.papers) == dict(expected.papers)
    assert made.judgments == expected.judgments and made.pools == expected.pools
    files = {
        output: [str(tmp_path / f"run{run}-{output}{i}") for run in range(2) for i in range(n)]
        for output, n in outputs.items()
    }
    runs = [
        {
            pair: rank_scores((c, sign * i / 4) for i, c in enumerate(made.rankable(*pair)))
            for pair in made.pairs()
        }
        for sign in (1, -1)
    ]
    for place, run in enumerate(runs):
        FORMATS[name].write(run, made, FORMATS[name].files_of_run(files, place))
    assert all((tmp_path / path).is_file() for paths in files.values() for path in paths)
    for place, run in enumerate(runs):
        of_run = FORMATS[name].files_of_run(files, place)
        assert FORMATS[name].read_run("mine", of_run, made) == run


def test_a_run_has_its_files_in_the_order_of_runs_and_no_others():
    csfcube = FORMATS["csfcube"]
    ranked = [f"{run}-{facet}" for run in "ab" for facet in FACETS]
    files = {"runs": ["a", "b"], "ranked": ranked, "corpus": [], "designs": "d"}
    first, second = ranked[: len(FACETS)], ranked[len(FACETS) :]
    assert csfcube.files_of_run(files, 0) == {"runs": ["a"], "ranked": first}
    assert csfcube.files_of_run(files, 1) == {"runs": ["b"], "ranked": second}
    alone = {"runs": "a", "ranked": first, "corpus": "c", "checks": "d"}
    assert csfcube.files_of_run(alone, 0) == {"runs": ["a"], "ranked": first, "corpus": ["c"]}


def test_members_are_read_by_their_names_in_the_order_of_their_files(tmp_path):
    theirs = write_mteb(tmp_path / "theirs", {"1": ["e", "b"], "2": ["d"], "a": ["a"]})
    made = assemble(make_reader(theirs).read(), "test", 2, 30)
    stored = FORMATS["collection"]
    files = {"runs": [str(tmp_path / name) for name in "ab"], "searched": []}
    pair, *_ = made.pairs()
    runs = {"mine": {pair: [("d", 2.0), ("e", 1.0)]}, "theirs": {pair: [("e", 4.0)]}}
    for place, run in enumerate(runs.values()):
        stored.write(run, made, stored.files_of_run(files, place))
    assert stored.read_members(files, ["mine", "theirs"], made) == runs


def test_an_open_collection_is_narrowed_to_the_first_of_a_run(tmp_path):
    theirs = write_mteb(tmp_path / "theirs", {"1": ["e", "b"], "2": ["d"], "a": ["a"]})
    files = write_stored(assemble(make_reader(theirs).read(), "test", 2, 30), tmp_path)
    stored = FORMATS["collection"]
    whole = stored.read_narrow(files, [], 1)
    run = {
        pair: rank_scores((c, i) for i, c in enumerate(whole.rankable(*pair)))
        for pair in whole.pairs()
    }
    stored.write(run, whole, {"runs": [str(tmp_path / "first")]})
    narrow = stored.read_narrow(files, str(tmp_path / "first"), 1)
    assert narrow.candidates == {pair: [ranking[0][0]] for pair, ranking in run.items()}


def test_the_files_of_a_collection_say_its_form(collection, small_benchmark, tmp_path):
    release = tmp_path / "release"
    write_collection(collection, release)
    paths = sorted(str(file) for file in release.iterdir())
    assert read_collection_of(paths).pairs() == collection.pairs()

    written = write_mdcr(None, tmp_path)
    named = [written[name].rename(tmp_path / f"mdcr_{name}.json") for name in SPLITS]
    texts = written["test_data"]
    for name in SPLITS:
        named.append(tmp_path / f"mdcr_{name}_data.jsonl")
        named[-1].write_text(texts.read_text())
    found = read_collection_of([str(path) for path in named])
    assert found.judgments == small_benchmark.judgments

    with pytest.raises(ValueError, match=r"no form of a collection: papers\.parquet, topics"):
        read_collection_of(["papers.parquet", "topics.parquet"])


def test_a_job_has_the_collections_whose_inputs_it_has():
    assert name_formats({"collection": ["a"], "test": "b", "queries": []}) == ["csfcube", "mdcr"]
    assert name_formats({"collection": [], "test": "b"}) == ["mdcr"]
    assert name_formats({"collection": [], "test": []}) == []
