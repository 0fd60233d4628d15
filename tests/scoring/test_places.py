"""What --on names: a benchmark's data, a folder by its files, a collection of a finished run."""

import pytest

from paperpool.errors import UserError
from paperpool.io.files import write_json, write_text
from paperpool.scoring.places import (
    derive_name,
    find_place,
    find_published,
    read_entries,
    recognise,
)
from paperpool.scoring.task import Entry

from ..made.folders import write_beir, write_mteb

PLACES = {
    "csfcube": "test-pid2pool-csfcube.json",
    "mdcr": "mdcr_test.json",
    "scisumm": "data/Training-Set-2019/readme.txt",
}


@pytest.mark.parametrize("benchmark", PLACES)
def test_a_benchmark_lies_where_the_fetch_rules_put_it(tmp_path, monkeypatch, benchmark):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as caught:
        find_place(benchmark, None)
    assert f"paperpool fetch {benchmark}" in str(caught.value)
    folder = {"scisumm": "cl-scisumm"}.get(benchmark, benchmark)
    write_text(tmp_path / "resources" / folder / PLACES[benchmark], "")
    place = find_place(benchmark, None)
    assert (place.benchmark, str(place.folder)) == (benchmark, f"resources/{folder}")
    assert find_place(str(place.folder), None) == place
    assert find_place(benchmark, str(tmp_path / place.folder)).benchmark == benchmark


def test_data_of_another_benchmark_and_data_of_none_are_refused(tmp_path):
    write_text(tmp_path / PLACES["mdcr"], "")
    with pytest.raises(UserError, match="has data of mdcr, not of csfcube"):
        find_place("csfcube", str(tmp_path))
    with pytest.raises(UserError, match="--data goes with a benchmark"):
        find_place(str(tmp_path), str(tmp_path))
    with pytest.raises(UserError, match="Did you mean 'csfcube'"):
        find_place("csfcub", str(tmp_path))
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="holds no collection that is known"):
        find_place(str(tmp_path / "empty"), None)


@pytest.mark.parametrize("benchmark", PLACES)
def test_a_folder_beside_that_of_the_data_is_told_from_it(tmp_path, benchmark):
    write_text(tmp_path / "here/release" / PLACES[benchmark], "")
    (tmp_path / "here/release/inside").mkdir()
    meant = f"Did you mean {tmp_path / 'here/release'}"
    for mistaken in ("here/release/inside", "here/releese", "here"):
        if (benchmark, mistaken) == ("scisumm", "here"):  # which may be above its sets
            continue
        with pytest.raises(UserError) as caught:
            find_place(benchmark, str(tmp_path / mistaken))
        assert meant in str(caught.value), mistaken
    with pytest.raises(UserError) as caught:
        find_place(str(tmp_path / "here/release/inside"), None)
    assert "holds no collection that is known" in str(caught.value) and meant in str(caught.value)


def test_folders_of_others_are_known_by_their_files(tmp_path):
    settings = write_beir(tmp_path / "beir")
    assert recognise(tmp_path / "beir").settings == settings
    write_mteb(tmp_path / "mteb")
    assert recognise(tmp_path / "mteb").settings["format"] == "mteb"
    write_beir(tmp_path / "dev", split="dev")
    assert recognise(tmp_path / "dev").settings["split"] == "dev"
    (tmp_path / "dev/qrels/train.tsv").write_text("")
    with pytest.raises(UserError, match="judgments of several splits"):
        recognise(tmp_path / "dev")
    for file in (tmp_path / "dev/qrels").iterdir():
        file.unlink()
    with pytest.raises(UserError, match="The folder has no judgments"):
        recognise(tmp_path / "dev")


def test_trecs_files_are_known_where_there_is_one_of_each(tmp_path):
    files = {key: "x" for key in ("documents.xml", "topics.xml", "qrels.txt")}
    for name, text in files.items():
        write_text(tmp_path / name, text)
    settings = recognise(tmp_path).settings
    assert settings["format"] == "trec" and settings["qrels"] == str(tmp_path / "qrels.txt")
    write_text(tmp_path / "qrels.more", "x")
    with pytest.raises(UserError, match="no collection that is known"):
        recognise(tmp_path)


def test_a_collection_of_a_finished_run_is_found_by_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for run in ("one", "two"):
        write_text(tmp_path / f"results/{run}/collections/own/steps/collection.json", "{}")
        asked = {"format": "beir", "measures": ["RR"]}
        config = {"data": {"collections": {"own": asked}}}
        write_json(tmp_path / f"results/{run}/config.yaml", config)
    with pytest.raises(UserError, match=r"Name one: one/own, two/own\."):
        find_place("own", None)
    write_beir(tmp_path / "resources/own")  # as fetched data lie
    with pytest.raises(UserError, match=r"Name one: one/own, two/own, resources/own\."):
        find_place("own", None)
    assert find_place("resources/own", None).settings["format"] == "beir"
    place = find_place("two/own", None)
    assert (place.name, place.is_stored, place.settings) == ("own", True, asked)
    assert place.folder.as_posix() == "results/two/collections/own/steps"
    assert find_place("results/two/collections/own", None) == place
    known = r"Did you mean 'csfcube'\? Known are csfcube, mdcr, scisumm, csfcube-corpus, one/own"
    with pytest.raises(UserError, match=known):
        find_place("CSFcub", None)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/test-pid2pool-csfcube-specter-{facet}-ranked.json", "specter"),
        ("runs/My Run.trec", "my-run"),
        ("mine-{facet}.json", "mine"),
        ("scores_{split}.json", "scores"),
        ("bm25.v2.parquet", "bm25.v2"),
        ("team/Task1", "team"),
        ("._.", "run"),
    ],
)
def test_a_name_is_what_the_file_says(path, name):
    assert derive_name(path) == name


def test_a_name_may_be_given_and_a_path_may_have_a_sign(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k=3.trec").write_text("")
    named, odd = read_entries(["mine=x=1/run.trec", "k=3.trec"])
    assert (named.name, named.paths) == ("mine", ("x=1/run.trec",))
    assert (odd.name, odd.paths) == ("k-3", ("k=3.trec",))


def test_two_of_one_name_are_refused():
    with pytest.raises(UserError, match=r"Several runs are called run\."):
        read_entries(["a/run.trec", "b/run.trec"])


def test_published_systems_are_named_for_one_run_or_by_its_name():
    one, two = Entry("one", ("1",)), Entry("two", ("2",))
    systems = ["SPECTER", "fabs_bm25"]
    assert find_published([one], ["SPECTER"], systems)[0].published == "SPECTER"
    found = find_published([one, two], ["two=fabs_bm25"], systems)
    assert [entry.published for entry in found] == [None, "fabs_bm25"]
    for text in ("SPECTER", "three=SPECTER"):
        with pytest.raises(UserError, match="does not say of which run"):
            find_published([one, two], [text], systems)
    with pytest.raises(UserError, match=r"'specter'.*\n.*\n.*SPECTER, fabs_bm25"):
        find_published([one], ["specter"], systems)
