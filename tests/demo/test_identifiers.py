"""Identifiers have their archives' forms and are not shared."""

import re

import numpy as np

from paperpool.extras.demo.identifiers import acl_id, arxiv_id, in_anthology, on_arxiv
from paperpool.extras.demo.latent import CS


def test_identifiers_have_their_archives_forms():
    for index in range(0, 100_000, 997):
        assert re.fullmatch(r"(0[7-9]|1\d|20)(0[1-9]|1[0-2])\.\d{5}", arxiv_id(index, CS, 2019))
        assert re.fullmatch(r"cs/99(0[1-9]|1[0-2])\d{5}", arxiv_id(index, CS, 1999))
        assert re.fullmatch(r"[ACDEHJNPQSW]15-\d{4}", acl_id(index, 2015))


def test_no_two_papers_of_a_year_share_one():
    assert len({arxiv_id(index, CS, 2019) for index in range(1_000_000)}) == 1_000_000
    assert len({acl_id(index, 2019) for index in range(99_991)}) == 99_991


def test_archives_hold_the_papers_of_their_fields(plan):
    papers = np.arange(len(plan))
    computing = plan.latent.field == CS
    arxiv, acl = on_arxiv(plan, papers), in_anthology(plan, papers)
    assert 0.8 < arxiv[computing].mean() < 0.9
    assert arxiv[~computing].mean() < 0.2
    assert 0.05 < acl[computing].mean() < 0.5 and not acl[~computing].any()
    assert (on_arxiv(plan, papers[::-1]) == arxiv[::-1]).all()
