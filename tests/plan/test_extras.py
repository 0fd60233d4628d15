"""What the sections of extras say where a run has no data for them."""

import pytest

from paperpool.errors import UserError
from paperpool.extras.citations_and_relevance.plan import CitationsAndRelevancePlan
from paperpool.extras.holes.plan import HolesPlan
from paperpool.extras.judges.plan import JudgesPlan
from paperpool.extras.votes.plan import VotesPlan
from paperpool.workflow.config.loading import fill_defaults, load_config
from paperpool.workflow.plan.run import Run


@pytest.fixture
def run(root, tmp_path):
    """A run of CSFCube's release alone."""
    overlay = {"data": {"csfcube": str(tmp_path)}, "sections": None}
    config = fill_defaults(load_config(root / "config/config.yaml", (overlay,), {}))
    return Run(config, "results/r", lambda script, modules=(): script)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (VotesPlan, "No collection of data.collections has the votes of several judges."),
        (HolesPlan, "The pools section needs data.s2orc, which is not set."),
        (JudgesPlan, "There is no judge to audit: annotation.judges is empty."),
        (
            CitationsAndRelevancePlan,
            "There is no collection whose documents are papers of the corpus with citations.",
        ),
    ],
)
def test_a_target_without_data_says_what_it_needs(run, plan, said):
    with pytest.raises(UserError) as caught:
        plan(run).get_error_without_data(None)
    [problem] = caught.value.problems
    assert problem.what == said and problem.hint
