"""What rankers are called, and which published system they are."""

import pytest

from paperpool.commands.scoring.places import derive_name, find_published, read_entries
from paperpool.commands.scoring.task import Entry
from paperpool.errors import UserError


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/test-pid2pool-csfcube-specter-{facet}-ranked.json", "specter"),
        ("runs/My Run.trec", "my-run"),
        ("mine-{facet}.json", "mine"),
        ("scores_{split}.json", "scores"),
        ("bm25.v2.parquet", "bm25.v2"),
        ("team/Task1", "team"),
        ("._.", "run"),
    ],
)
def test_a_name_is_what_the_file_says(path, name):
    assert derive_name(path) == name


def test_a_name_may_be_given_and_a_path_may_have_a_sign(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k=3.trec").write_text("")
    named, odd = read_entries(["mine=x=1/run.trec", "k=3.trec"])
    assert (named.name, named.paths) == ("mine", ("x=1/run.trec",))
    assert (odd.name, odd.paths) == ("k-3", ("k=3.trec",))


def test_two_of_one_name_are_refused():
    with pytest.raises(UserError, match=r"Several runs are called run\."):
        read_entries(["a/run.trec", "b/run.trec"])


def test_published_systems_are_named_for_one_run_or_by_its_name():
    one, two = Entry("one", ("1",)), Entry("two", ("2",))
    systems = ["SPECTER", "fabs_bm25"]
    assert find_published([one], ["SPECTER"], systems)[0].published == "SPECTER"
    found = find_published([one, two], ["two=fabs_bm25"], systems)
    assert [entry.published for entry in found] == [None, "fabs_bm25"]
    for text in ("SPECTER", "three=SPECTER"):
        with pytest.raises(UserError, match="does not say of which run"):
            find_published([one, two], [text], systems)
    with pytest.raises(UserError, match=r"'specter'.*\n.*\n.*SPECTER, fabs_bm25"):
        find_published([one], ["specter"], systems)
