"""Settings that changed since a run's configuration was written are told by their keys."""

from paperpool.workflow.config.changed import describe_changes
from paperpool.workflow.config.loading import dump_yaml, fill_defaults


def test_changed_new_and_removed_settings_are_told_with_their_values(tmp_path):
    written = tmp_path / "config.yaml"
    rankers = {"b": {"kind": "bm25"}, "k": {"depth": 100}}
    before = {"seed": 13, "rankers": rankers, "keep": ["a"]}
    written.write_text(dump_yaml(before))
    assert describe_changes(written, before) == []
    now = {"seed": 14, "rankers": {"b": {"kind": "bm25"}, "k": {"more": None}}, "keep": ["x" * 99]}
    [told] = describe_changes(written, now)
    assert told.startswith(f"Settings changed since {written}: seed (13 → 14), rankers.k.depth (no")
    assert "(no more: 100)" in told and "rankers.k.more (new: null)" in told
    assert 'keep (["a"] → ["xxx' in told and "xx…)" in told and "rankers.b" not in told


def test_many_changes_are_counted_and_a_damaged_file_tells_nothing(tmp_path):
    written = tmp_path / "config.yaml"
    assert describe_changes(written, {"a": 1}) == []
    written.write_text("a: [1\nb: }")
    assert describe_changes(written, {"a": 1}) == []
    written.write_text("{}")
    [told] = describe_changes(written, {str(i): i for i in range(20)})
    assert "and 13 more." in told  # of 20 new ones and the empty mapping that went


def test_the_whole_configuration_as_it_is_written_has_no_change(base, tmp_path):
    config = fill_defaults(base)
    written = tmp_path / "config.yaml"
    written.write_text(dump_yaml(config))
    assert describe_changes(written, config) == []
