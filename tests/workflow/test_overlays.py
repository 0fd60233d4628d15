"""The overlays that come with the workflow, as they stand, where data lies as they say."""

import pytest

FOLDERS = {
    "resources/csfcube": "csfcube",
    "resources/cl-scisumm": "cl-scisumm",
    "resources/s2orc": "s2orc-sample",
    "resources/s2orc-acl": "s2orc-acl",
    "resources/s2orc-csfcube": "s2orc-csfcube",
    "resources/s2orc-hepth": "s2orc-hepth",
    "results/demo/annotation/release": "csfcube",  # stands in for what a demo run wrote
}

BUILT = ["draw_mdcr_pools", "encode_mdcr_papers", "build_mdcr"]

RULES = {
    "annotated": ["evaluate_csfcube", "measure_agreement"],
    "csfcube": ["rank_fusion", "rank_best", "import_runs", "evaluate_csfcube"],
    "hub": ["rank_model", "train_reranker", "evaluate_csfcube", "evaluate_mdcr"],
    "mdcr": [*BUILT, "evaluate_mdcr"],
    "mdcr-acl": [*BUILT, "evaluate_mdcr"],
    "mdcr-hepth": [*BUILT, "encode_mdcr_sentences", "score_mdcr_fusion", "evaluate_mdcr"],
    "pools": ["draw_pools", "evaluate_csfcube"],
    "scisearch": ["encode_scisearch", "train_reranker", "evaluate_scisearch"],
    "scisumm": ["rank_scisumm_words", "ablate_scisumm", "evaluate_scisumm"],
    "specter-id": ["train_encoder", "evaluate_csfcube"],
}
"""What each is for: rules that it runs."""


def test_every_overlay_is_planned_here(root):
    files = {path.stem for path in (root / "config").glob("*.yaml")}
    assert files - {"config", "smoke"} == set(RULES)  # these two are planned and run elsewhere


@pytest.mark.parametrize("name", RULES)
def test_it_can_be_planned(workplace, real_data, root, name):
    for folder, source in FOLDERS.items():
        link = workplace.folder / folder
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(real_data(source))
    planned = workplace.snakemake("-n", "--configfile", str(root / f"config/{name}.yaml"))
    assert {*RULES[name], "build_report"} <= set(planned.jobs())
    without_corpus = name in ("annotated", "csfcube", "scisearch", "scisumm")
    assert ("read_shard" in planned.jobs()) == (not without_corpus)
    if name.startswith("mdcr"):
        assert "Leaving out csfcube: data.csfcube is not set." in planned.output
        assert "rank_terms" not in planned.jobs()
