"""A Python that plans a run and cannot run its jobs."""

import sys

import pytest

from paperpool.errors import UserError
from paperpool.workflow.running import job_packages
from paperpool.workflow.running.job_packages import refuse_missing_packages


def test_the_packages_that_jobs_lack_are_named(monkeypatch):
    refuse_missing_packages()
    monkeypatch.setattr(job_packages, "find_spec", lambda name: name == "numpy" or None)
    with pytest.raises(UserError, match=r"Jobs cannot run here, without pandas, pyarrow\.") as told:
        refuse_missing_packages()
    [problem] = told.value.problems
    assert problem.where.startswith(sys.executable) and "--sdm conda" in problem.hint
