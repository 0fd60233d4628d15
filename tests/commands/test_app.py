"""The command that serves the search page."""

import argparse
import os
import sys

import pytest

from paperpool.commands.main import main
from paperpool.errors import UserError
from paperpool.extras.search_page import command as app
from paperpool.extras.search_page.command import needing


@pytest.mark.parametrize(("said", "expected"), [(None, "PASSIVE"), ("ACTIVE", "ACTIVE")])
def test_threads_wait_without_spinning_unless_the_user_says_how(monkeypatch, said, expected):
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    if said:
        monkeypatch.setenv("OMP_WAIT_POLICY", said)
    found = []
    monkeypatch.setattr(app, "serve", lambda *_: found.append(os.environ["OMP_WAIT_POLICY"]))
    assert app.execute(argparse.Namespace(run=None, port=0), []) == 0
    assert found == [expected]


@pytest.mark.parametrize(
    ("package", "extras"), [("flask", "app"), ("waitress", "app"), ("torch", "app,encoders")]
)
def test_a_missing_package_is_told_with_its_extra(package, extras):
    with pytest.raises(UserError) as caught, needing("app"):
        raise ModuleNotFoundError(name=f"{package}.part")
    message = str(caught.value)
    assert message.startswith(f"The Python package '{package}' is not installed.")
    assert message.endswith(f"pip install '.[{extras}]'")


def test_a_missing_module_of_our_own_is_an_error_of_ours():
    with pytest.raises(ModuleNotFoundError), needing("app"):
        raise ModuleNotFoundError(name="paperpool.gone")


def test_the_search_page_without_its_extra_is_one_message(monkeypatch, capsys):
    page = "paperpool.extras.search_page"
    monkeypatch.setattr(f"{page}.run_files.choose_run", lambda run, results: "some")
    monkeypatch.setitem(sys.modules, f"{page}.engine", _Absent("engine"))
    assert main(["app"]) == 1
    assert "pip install '.[app]'" in capsys.readouterr().err


class _Absent:
    """A module that a package of the extra is missing for."""

    def __init__(self, name):
        self.__name__ = name

    def __getattr__(self, name):
        raise ModuleNotFoundError("No module named 'flask'", name="flask")
