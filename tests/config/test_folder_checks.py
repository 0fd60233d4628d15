"""Results and cache may not lie over the folders of users and of paperpool itself."""

import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder, with a working directory in it."""
    (tmp_path / "me/work").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.chdir(tmp_path / "me/work")
    return tmp_path / "me"


@pytest.mark.parametrize(
    ("overlay", "where", "what"),
    [
        ({"results": ".."}, "results", "is your home folder"),
        ({"results": "../..", "run": "me"}, "run", "../../me, is your home folder"),
        ({"results": "..", "run": "work"}, "results", "is your home folder"),
        ({"cache": ".."}, "cache", "is your home folder"),
        ({"cache": "../.."}, "cache", "contains your home folder"),
        ({"cache": "."}, "cache", "is the working directory"),
    ],
)
def test_folders_of_users_are_refused(problems, home, overlay, where, what):
    (problem,) = problems(overlay)
    assert problem.where == where and what in problem.what and problem.hint


def test_a_link_to_a_folder_of_users_is_refused(problems, home):
    (home / "work/results").mkdir()
    (home / "work/results/mine").symlink_to(home)
    (problem,) = problems({"run": "mine"})
    assert problem.where == "run" and "results/mine, is your home folder" in problem.what


def test_paperpool_itself_is_refused(problems, home, root):
    (problem,) = problems({"results": str(root)})
    assert "is the folder of paperpool itself" in problem.what

    (problem,) = problems({"results": str(root.parent), "run": root.name})
    assert "is the folder of paperpool itself" in problem.what

    (problem,) = problems({"results": str(root / "docs"), "run": "mine"})
    assert "docs/mine, lies in docs of paperpool itself" in problem.what


def test_folders_of_their_own_are_fine(problems, home, root):
    fine = [".", "results", "../runs", str(root / "results"), str(root / "out")]
    assert [problems({"results": results}) for results in fine] == [[]] * len(fine)
    assert problems({"cache": "../cache"}) == []
