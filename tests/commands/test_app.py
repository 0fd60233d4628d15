"""The command that serves the search page."""

import argparse
import os

import pytest

from paperpool.commands import app


@pytest.mark.parametrize(("said", "expected"), [(None, "PASSIVE"), ("ACTIVE", "ACTIVE")])
def test_threads_wait_without_spinning_unless_the_user_says_how(monkeypatch, said, expected):
    monkeypatch.delenv("OMP_WAIT_POLICY", raising=False)
    if said:
        monkeypatch.setenv("OMP_WAIT_POLICY", said)
    found = []
    monkeypatch.setattr(app, "serve", lambda *_: found.append(os.environ["OMP_WAIT_POLICY"]))
    assert app.execute(argparse.Namespace(run=None, port=0), []) == 0
    assert found == [expected]
