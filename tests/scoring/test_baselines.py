"""Baselines: beside the release, of a finished run, of a file; and who is tested against whom."""

import pytest

from paperpool.errors import UserError
from paperpool.io.files import write_json, write_text
from paperpool.scoring.baselines import add_baselines, list_released
from paperpool.scoring.places import recognise
from paperpool.scoring.task import Entry

MINE = Entry("mine", ("mine.trec",))
OTHER = Entry("other", ("other.trec",))


@pytest.fixture
def place(here):
    """The release, and a finished run "demo" with rankings of a trained ranker."""
    for name in ("mine", "trained", "trained@2", "trained@10"):
        write_text(here / f"results/demo/csfcube/runs/{name}.parquet", "")
    rankers = {
        "trained": {"kind": "trained", "published": {"csfcube": "SPECTER"}},
        "mine": {"kind": "bm25", "published": None},
    }
    write_json(here / "results/demo/config.yaml", {"rankers": rankers})
    return recognise(here / "resources/csfcube")


def add(place, entries, *texts):
    found, baselines = add_baselines(entries, texts, place, ["SPECTER"])
    return found[len(entries) :], baselines


def test_rankings_beside_the_release_are_found_by_their_name(place):
    assert list(list_released(place)) == ["specter"]
    [entry], baselines = add(place, [MINE], "Specter")
    assert (entry.name, entry.published) == ("specter", "SPECTER")
    assert entry.paths[0].endswith("/test-pid2pool-csfcube-specter-{facet}-ranked.json")
    assert baselines == ["specter"]


def test_fetched_rankings_are_found_by_their_name_and_the_releases_own_come_first(place, here):
    for name in ("bert_pp", "specter"):
        file = f"test-pid2pool-csfcube-{name}-background-ranked.json"
        write_text(here / f"resources/csfcube_runs/{name}/{file}", "{}")
    assert list(list_released(place)) == ["bert_pp", "specter"]
    assert "ranked_pools" in list_released(place)["specter"]
    [entry], _ = add(place, [MINE], "bert_pp")
    folder = here / "resources/csfcube_runs/bert_pp"
    [path] = entry.paths
    assert (entry.name, entry.published) == ("bert_pp", None)
    assert path == str(folder / "test-pid2pool-csfcube-bert_pp-{facet}-ranked.json")


def test_a_ranker_of_a_finished_run_comes_with_all_its_runs(place):
    [entry], _ = add(place, [MINE], "demo/trained")
    assert entry.published == "SPECTER"
    names = [path.rpartition("/")[2] for path in entry.paths]
    assert names == ["trained.parquet", "trained@2.parquet", "trained@10.parquet"]
    [entry], _ = add(place, [MINE], "demo/mine")
    assert (entry.name, len(entry.paths)) == ("demo--mine", 1)


def test_a_file_is_a_baseline_too(place, here):
    write_text(here / "runs/x.trec", "")
    [entry], _ = add(place, [MINE], "runs/x.trec")
    assert entry == Entry("x", ("runs/x.trec",))


@pytest.mark.parametrize(
    ("entries", "texts", "baselines"),
    [
        ([MINE], [], ["mine"]),
        ([MINE, OTHER], [], ["mine"]),
        ([MINE], ["specter"], ["specter"]),
        ([MINE, OTHER], ["specter"], ["specter", "mine"]),
        ([MINE, OTHER], ["other"], ["other"]),
    ],
)
def test_runs_are_baselines_of_those_that_follow(place, entries, texts, baselines):
    assert add(place, entries, *texts)[1] == baselines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gone", r"no baseline 'gone'\.\n.*\n.*the name of stored rankings: specter\."),
        ("demo/gone", r"has no rankings of 'gone' on csfcube\.\n.*\n.*Known: mine, trained"),
        ("mine=best-{facet}.json", "Two rankers are called 'mine'"),
    ],
)
def test_what_is_no_baseline_is_told(place, text, said):
    with pytest.raises(UserError, match=said):
        add(place, [MINE], text)
