"""The variants of the ablation study: each differs from the best settings in one."""

from dataclasses import asdict

import pytest

from paperpool.workflow.scisumm.match.ablation import BASE_VECTORS, VARIANTS
from paperpool.workflow.scisumm.match.settings import Matching
from paperpool.workflow.scisumm.match.word_vectors import VectorSettings, change_settings


def test_every_variant_changes_one_setting_of_the_best():
    best = asdict(Matching())
    changes = {
        name: {k: v for k, v in asdict(variant.matching).items() if best[k] != v}
        for name, variant in VARIANTS.items()
    }
    assert changes == {
        "dot-product": {"similarity": "dot-product"},
        "greedy": {"selection": "greedy"},
        "uniform-weights": {"weights": "uniform"},
        "uniform-no-stop-words": {"weights": "uniform-no-stop-words"},
        "keep-markers": {"keep_markers": True},
        "no-truncation": {"truncate": None},
        "truncate-50": {"truncate": 50},
        "uncased": {"cased": False},
        "min-count-50": {"min_count": 50},
        "min-count-100": {"min_count": 100},
        "rare-words-own": {"rare_words": "own"},
        "asymm-contextual-d1": {"power": 1},
        "asymm-contextual-uniform": {"weights": "uniform"},
    }
    assert [name for name, v in VARIANTS.items() if v.contextual] == list(VARIANTS)[-2:]


def test_word_vectors_are_trained_for_what_changes_them():
    base = VectorSettings()
    assert (base.dimensions, base.min_count, base.epochs) == (300, 35, 5)
    assert change_settings(base, BASE_VECTORS) == base
    for name, variant in VARIANTS.items():
        trained = change_settings(base, variant.vectors)
        for setting in ("keep_markers", "cased", "min_count"):
            assert getattr(trained, setting) == getattr(variant.matching, setting), name
    assert {v.vectors for v in VARIANTS.values()} - {BASE_VECTORS} == {
        *("keep-markers", "uncased", "min-count-50", "min-count-100")
    }
    with pytest.raises(ValueError, match="cover the query"):
        Matching(selection="greedy", direction="query-covers-candidate")
    with pytest.raises(ValueError, match="1 at least"):
        Matching(power=0)
