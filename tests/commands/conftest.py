"""A release of CSFCube's shape below the working directory, and the command that scores on it."""

import json

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.commands.main import main
from paperpool.evaluation.stored_runs import write_official_run
from paperpool.workflow.csfcube.release_writer import write_collection

from ..made.collection import order_by_grade

FACETS = default_scheme().facet_names

RELEASED = "ranked_pools/test-pid2pool-csfcube-specter-{facet}-ranked.json"


def write_ranked(run, path):
    """Write a run in the release's format, a file per facet; ``path`` has {facet}."""
    write_official_run(run, {facet: path.replace("{facet}", facet) for facet in FACETS})


@pytest.fixture
def here(collection, tmp_path, monkeypatch):
    """The working directory: a small release where the workflow keeps it, and a run "best"."""
    release = tmp_path / "resources/csfcube"
    write_collection(collection, release)
    write_ranked(order_by_grade(collection, -1), str(release / RELEASED))
    write_ranked(order_by_grade(collection, 1), str(tmp_path / "best-{facet}.json"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def score(capsys):
    """Return a function that calls `paperpool score`: its status, output and messages."""

    def call(*arguments):
        status = main(["score", *map(str, arguments)])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def refused(score):
    """Return a function: the messages of a command that is refused, one for each problem."""

    def call(*arguments):
        status, output, message = score(*arguments)
        assert (status, output) == (1, "")
        assert "Traceback" not in message
        assert message.count("  Where: ") == message.count("  Hint: ")
        return message.split("\n")[::3][:-1]

    return call


def edit_json(path, change):
    """Rewrite a JSON file with its value changed in place."""
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))
