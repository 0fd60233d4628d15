"""The made release and the real one, each read once."""

import pytest

from paperpool.scisumm.read.release import SOURCES, read_release
from paperpool.scisumm.scoring.evaluator import Judge

from ..made.scisumm_release import write_release


@pytest.fixture
def made(tmp_path):
    """The folder of a small release with all parts."""
    return write_release(tmp_path / "release")


@pytest.fixture(scope="session")
def made_read(tmp_path_factory):
    """The tables of the small release."""
    return read_release(write_release(tmp_path_factory.mktemp("scisumm")), SOURCES)


@pytest.fixture(scope="session")
def real(real_data):
    """The tables of the real release, without ScisummNet."""
    return read_release(real_data("cl-scisumm"), ("reference", "citing"))


@pytest.fixture(scope="session")
def judge(real):
    """The real release, to be evaluated with two sentences per citance."""
    return Judge(real.sentences, real.citances, real.gold, 2)


@pytest.fixture(scope="session")
def malformed(real):
    """The malformations of the real release, as {(split, problem, action): lines}."""
    keys = ["split", "problem", "action"]
    return real.malformed.groupby(keys).size().to_dict()
