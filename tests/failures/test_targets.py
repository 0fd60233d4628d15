"""Errors about targets that do not exist."""

from paperpool.workflow.running.failures.targets import Targets, list_files


def test_the_files_of_an_output_with_wildcards_are_those_that_its_constraints_list():
    assert list_files("a/{part,sentences}.csv") == ["a/sentences.csv"]
    assert list_files(r"{x,b\-c|d\.e}/{x,b\-c|d\.e}.{y,0}") == ["b-c/b-c.0", "d.e/d.e.0"]
    assert list_files(r"{any}/{number,[1-9]\d{0,2}}.csv") == ["{any}/{number}.csv"]
    assert list_files("{x,a}/{ranker,(?!)}.csv") == []


def test_a_rule_with_wildcards_is_told_with_its_files_and_how_it_is_run_again():
    asked = Targets(patterns={"read": "{shard,m|n}.csv", "fuse": "{ranker,(?!)}"})
    said = asked.explain_wildcards()
    assert "read is no target by itself: it makes files for each shard.\n  Where: the c" in said
    assert "Name one of its files, m.csv, n.csv, or make it" in said and "`-R read`" in said
    assert said.endswith("Hint: With this configuration it makes none.")
    assert Targets().explain_wildcards() is None


def test_a_configuration_in_place_of_a_target_is_told_with_its_option():
    targets = Targets(stages=["corpus"], results="results/mine")
    problem = targets.explain_unknown("mine.yaml")
    assert problem.what == "There is no target 'mine.yaml', which looks like a configuration."
    assert problem.hint.endswith("--configfile mine.yaml")
    elsewhere = Targets().explain_unknown("mine.yaml")  # a Snakefile that is not ours
    assert (elsewhere.what, elsewhere.hint) == ("There is no target 'mine.yaml'.", "Correct it.")
    assert "below results/mine" in targets.explain_unknown("results/other/config.yaml").hint
    assert "The stages: corpus" in targets.explain_unknown("corpora").hint
