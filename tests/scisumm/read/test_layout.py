import shutil
from pathlib import Path

import pytest

from paperpool.errors import UserError
from paperpool.scisumm.read import layout as layouts
from paperpool.scisumm.read.layout import find_layout, read_files
from paperpool.scisumm.read.problems import Problems

from ...made.scisumm_release import annotation, write, write_release

TRAIN = "Training-Set-2019/Task1/From-Training-Set-2018"


def test_a_folder_without_sets_is_an_error_that_says_what_was_looked_for(tmp_path):
    write(tmp_path, "Training-Set-2019/README", "nothing")
    with pytest.raises(UserError) as error:
        find_layout(tmp_path, Problems())
    (problem,) = error.value.problems
    assert problem.where == str(tmp_path)
    for word in ("Training-Set-*", "Test-Set-*", "annotation"):
        assert word in problem.hint
    with pytest.raises(UserError, match="no training or test set"):
        find_layout(tmp_path / "absent", Problems())


def test_all_parts_are_found(made):
    layout = find_layout(made, Problems())
    assert list(layout.train) == ["C00-0001", "W01-0002"] and list(layout.test) == ["P02-0003"]
    assert [path.name for path in layout.gold] == ["P02-0003_ann.csv", "P02-0003_bob.csv"]
    assert [path.name for path in layout.scisummnet] == ["scisummnet-2019.tar.gz"]
    assert layout.automatic == {}


def test_a_clone_of_the_repository_has_the_sets_in_its_data(tmp_path):
    write_release(tmp_path / "data")
    layout = find_layout(tmp_path, Problems())
    assert list(layout.train) == ["C00-0001", "W01-0002"] and len(layout.gold) == 2
    assert layout.name(layout.gold[0]) == "data/Test-Set-2018-Gold/Task1/P02-0003_ann.csv"
    assert len(layout.scisummnet) == 1


def test_the_newest_set_is_read(made):
    shutil.copytree(made / TRAIN, made / "Training-Set-2018")
    problems = Problems()
    layout = find_layout(made, problems)
    assert layout.train["C00-0001"] == made / TRAIN / "C00-0001"
    assert problems.table()[["file", "problem", "action"]].to_numpy().tolist() == [
        ["Training-Set-2018", "older_set", "dropped"]
    ]


def test_an_older_layout_alone_is_read(made):
    shutil.move(made / TRAIN, made / "Training-Set-2018")
    assert list(find_layout(made, Problems()).train) == ["C00-0001", "W01-0002"]


def test_automatic_annotations_are_no_training_set(made):
    line = annotation(1, "D01-0001", "P01-1", "They parse.", (1,))
    place = "Training-Set-2019/Task1/From-ScisummNet-2019"
    write(made, f"{place}/D01-0001/annotation/D01-0001.ann.txt", line)
    layout = find_layout(made, Problems())
    assert list(layout.train) == ["C00-0001", "W01-0002"]
    assert list(layout.automatic) == ["D01-0001"]


def test_a_paper_of_several_unpacked_scisummnets_is_counted(made):
    line = annotation(1, "D01-0001", "P01-1", "They parse.", (1,))
    places = ("ScisummNet-2019", "Training-Set-2019/Task1/ScisummNet")
    for place in places:
        write(made, f"{place}/D01-0001/annotation/D01-0001.ann.txt", line)
    write(made, "ScisummNet-2019/scisummnet-part/E01-0001/annotation/E01-0001.ann.txt", line)
    problems = Problems()
    layout = find_layout(made, problems)
    assert layout.automatic == {
        "D01-0001": made / "ScisummNet-2019/D01-0001",
        "E01-0001": made / "ScisummNet-2019/scisummnet-part/E01-0001",
    }
    assert problems.table()[["file", "problem", "action"]].to_numpy().tolist() == [
        [f"{places[1]}/D01-0001", "repeated_paper", "dropped"]
    ]


def test_a_paper_with_an_unsafe_name_or_another_place_is_left_out(made):
    for place in (f"{TRAIN}/-rf", f"{TRAIN}/zz/C00-0001"):
        write(made, f"{place}/annotation/x.ann.txt", "x")
    problems = Problems()
    assert list(find_layout(made, problems).train) == ["C00-0001", "W01-0002"]
    assert sorted(problems.table()["problem"]) == ["repeated_paper", "unsafe_name"]


def test_other_files_beside_annotations_are_counted(made):
    write(made, f"{TRAIN}/C00-0001/annotation/C00-0001word.docx.txt", "x")
    write(made, f"{TRAIN}/C00-0001/annotation/.hidden", "x")
    problems = Problems()
    layout = find_layout(made, problems)
    names = [name.rsplit("/", 1)[1] for name in read_files(layout, "train", "C00-0001", problems)]
    assert names == ["C00-0001.ann.txt", "C00-0001.xml"]
    assert problems.table()["problem"].tolist() == ["other_file"]


def test_a_file_that_is_too_large_is_left_out_and_counted(made, monkeypatch):
    write(made, f"{TRAIN}/C00-0001/Reference_XML/large.xml", "x" * 50_000)
    write(made, f"{TRAIN}/notes/annotation/README", "a folder without annotations is no paper")
    monkeypatch.setattr(layouts, "MAX_FILE", 40_000)
    problems = Problems()
    layout = find_layout(made, problems)
    assert list(layout.train) == ["C00-0001", "W01-0002"]
    names = [name.rsplit("/", 1)[1] for name in read_files(layout, "train", "C00-0001", problems)]
    assert names == ["C00-0001.ann.txt", "C00-0001.xml"]
    assert problems.table()[["problem", "text"]].to_numpy().tolist() == [
        ["too_large", "50000 bytes"]
    ]


def link(path, target):
    """Move ``path`` out of the release, and put a link in its place."""
    shutil.move(path, target)
    path.symlink_to(target)


@pytest.mark.parametrize(
    ("place", "lost"),
    [
        ("Training-Set-2019", "train"),
        (TRAIN, "train"),
        (f"{TRAIN}/C00-0001", "train"),
        (f"{TRAIN}/C00-0001/annotation", "train"),
        (f"{TRAIN}/C00-0001/annotation/C00-0001.ann.txt", "file"),
        (f"{TRAIN}/C00-0001/Reference_XML", "file"),
        (f"{TRAIN}/C00-0001/Reference_XML/C00-0001.xml", "file"),
        ("Test-Set-2018", "test"),
        ("Test-Set-2018-Gold", "gold"),
        ("Test-Set-2018-Gold/Task1", "gold"),
        ("Test-Set-2018-Gold/Task1/P02-0003_ann.csv", "gold"),
        ("scisummnet-2019.tar.gz", "scisummnet"),
    ],
)
def test_links_are_counted_and_not_followed(made, tmp_path, place, lost):
    before = find_layout(made, Problems())
    read = set(read_files(before, "train", "C00-0001", Problems()))
    listed = set(before.files())
    link(made / place, tmp_path / "elsewhere")
    problems = Problems()
    layout = find_layout(made, problems)
    if lost == "file":
        assert set(read_files(layout, "train", "C00-0001", problems)) < read
    else:
        assert len(getattr(layout, lost)) < len(getattr(before, lost))
    found = problems.table()
    assert found[["problem", "action"]].to_numpy().tolist() == [["link", "dropped"]]
    assert found["file"].tolist() == [place]
    assert set(layout.files()) < listed
    assert not any((made / place) in (path, *path.parents) for path in map(Path, layout.files()))


def test_the_folder_itself_may_be_a_link(made, tmp_path):
    (tmp_path / "named").symlink_to(made)
    problems = Problems()
    assert list(find_layout(tmp_path / "named", problems).train) == ["C00-0001", "W01-0002"]
    assert len(problems.table()) == 0
