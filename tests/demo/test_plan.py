"""The plan: deterministic, complete in its fields, consistent in its citations, small."""

import dataclasses
import tracemalloc

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.extras.demo.corpus_plan import (
    RATES,
    Dirt,
    load_plan,
    make_plan,
    save_plan,
    shard_papers,
)
from paperpool.extras.demo.latent import CS, FIELDS, FIRST_YEAR, LAST_YEAR


def test_equal_arguments_give_equal_bytes(tmp_path, plan):
    save_plan(plan, tmp_path / "a.npz")
    save_plan(make_plan(3000, seed=13), tmp_path / "b.npz")
    save_plan(make_plan(3000, seed=14), tmp_path / "c.npz")
    first, second, other = ((tmp_path / f"{name}.npz").read_bytes() for name in "abc")
    assert first == second != other


def test_a_saved_plan_is_read_back(tmp_path, plan):
    save_plan(plan, tmp_path / "plan.npz")
    loaded, made = (dataclasses.asdict(p) for p in (load_plan(tmp_path / "plan.npz"), plan))
    np.testing.assert_equal(loaded, made)


def test_a_broken_plan_is_a_user_error(tmp_path):
    (tmp_path / "plan.npz").write_bytes(b"PK\x03\x04 half a file")
    with pytest.raises(UserError, match="Not a plan"):
        load_plan(tmp_path / "plan.npz")


def test_every_field_has_papers_of_2019_that_can_be_queries(plan):
    inbound, outbound = plan.inbound.counts(), plan.outbound.counts()
    usable = (plan.latent.year == 2019) & (inbound >= 3) & (outbound >= 5)
    counts = np.bincount(plan.latent.field[usable], minlength=len(FIELDS))
    assert len(FIELDS) == 19
    assert counts.min() >= 3
    of_2019 = np.bincount(plan.latent.field[plan.latent.year == 2019])
    assert of_2019.min() >= 9


def test_shares_of_fields_and_years(plan):
    share = np.bincount(plan.latent.field) / len(plan)
    assert share.argmax() == CS
    assert 0.26 < share[CS] < 0.33
    assert (plan.latent.year.min(), plan.latent.year.max()) == (FIRST_YEAR, LAST_YEAR)
    by_decade = np.bincount((plan.latent.year - FIRST_YEAR) // 10)[:4]
    assert (np.diff(by_decade) > 0).all()


def test_dirt_comes_at_its_rates(plan):
    counts = np.bincount(plan.dirt, minlength=len(Dirt))
    assert {kind: counts[kind] for kind in RATES} == {k: round(r * 3000) for k, r in RATES.items()}


def test_twins_are_clean_and_never_chained(plan):
    twins = np.flatnonzero(plan.twin_of >= 0)
    originals = plan.twin_of[twins]
    assert len(twins) == 18
    assert len(np.unique(originals)) == len(originals)
    assert not set(twins.tolist()) & set(originals.tolist())
    assert (plan.dirt[np.concatenate([twins, originals])] == Dirt.CLEAN).all()
    assert (plan.latent.topics[twins] == plan.latent.topics[originals]).all()


def test_citations_go_to_other_papers_of_the_same_year_or_before(plan):
    citing = np.repeat(np.arange(len(plan)), plan.outbound.counts())
    cited = plan.outbound.columns
    assert (citing != cited).all()
    assert (plan.latent.year[cited] <= plan.latent.year[citing]).all()
    assert (plan.twin_of[citing] != cited).all()
    assert (plan.twin_of[cited] != citing).all()
    assert len(np.unique(citing * len(plan) + cited)) == len(cited)


def test_citations_are_many_topical_and_unequal(plan):
    outbound, inbound = plan.outbound.counts(), plan.inbound.counts()
    for field in range(len(FIELDS)):
        assert (outbound[plan.latent.field == field] >= 5).mean() > 0.6
    assert (inbound >= 3).mean() > 0.6
    assert inbound.max() > 5 * inbound.mean()
    citing = np.repeat(np.arange(len(plan)), outbound)
    topics = plan.latent.topics
    shared = (topics[citing] == topics[plan.outbound.columns]).mean(axis=0)
    chance = (topics[citing] == topics[np.roll(plan.outbound.columns, 1000)]).mean(axis=0)
    assert (shared > 10 * chance).all()


def test_ids_are_unique_decimal_and_unrelated_to_time(plan):
    ids = plan.ids(np.arange(2 * len(plan)))
    assert len(set(ids)) == len(ids)
    assert all(paper_id.isdecimal() for paper_id in ids)
    numbers = np.array(ids[: len(plan)], dtype=float)
    assert abs(np.corrcoef(numbers, plan.latent.year)[0, 1]) < 0.1


@pytest.mark.parametrize(("n_papers", "n_shards"), [(3000, 1), (3001, 7), (300, 300)])
def test_shards_cover_the_corpus_once(n_papers, n_shards):
    parts = [shard_papers(n_papers, shard, n_shards) for shard in range(n_shards)]
    assert [paper for part in parts for paper in part] == list(range(n_papers))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_planning_stays_within_a_kilobyte_per_paper():
    tracemalloc.start()
    made = make_plan(50_000, seed=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(made) == 50_000
    assert peak < 50e6
