"""The place of a sentence, worked by hand."""

import numpy as np
import pytest

from paperpool.workflow.scisumm.match.features import PLACES, POSITIONS, SECTIONS, compute_places

HEADINGS = ["", "abstract", "Abstract", "1 Introduction", "5 Conclusions and future work"]


def column(name, sids=(0, 1, 2, 3, 4), headings=HEADINGS, n_words=(3, 10, 0, 7, 20)):
    return compute_places(sids, headings, n_words)[:, PLACES.index(name)].tolist()


def test_length_title_and_place_in_the_paper():
    assert compute_places([0], [""], [3]).shape == (1, len(PLACES))
    assert len(set(PLACES)) == len(PLACES)
    assert column("words (log)") == pytest.approx(np.log([4, 11, 1, 8, 21]).tolist())
    assert column("title") == [1, 0, 0, 0, 0]
    assert column("title", sids=(1, 2, 3, 4, 5)) == [0] * 5  # a paper whose title is missing
    assert column("place") == [0, 0.2, 0.4, 0.6, 0.8]
    assert column("place (log)") == pytest.approx(np.log([1, 2, 3, 4, 5]).tolist())
    within = [sum(column(f"within {share:g}")) for share in POSITIONS]
    assert within == [1, 1, 1, 1, 2, 3, 4, 5]


def test_place_in_the_section():
    assert column("first of section") == [1, 1, 0, 1, 1]
    assert column("last of section") == [1, 0, 1, 1, 1]
    assert column("place in section") == [0, 0, 0.5, 0, 0]
    assert column("place in section (log)") == pytest.approx([0, 0, np.log(2), 0, 0])
    # a heading that comes again later is another section
    again = ["Model", "Data", "Data", "Data", "Model"]
    assert column("first of section", headings=again) == [1, 1, 0, 0, 1]
    assert column("place in section", headings=again) == pytest.approx([0, 0, 1 / 3, 2 / 3, 0])


def test_kinds_of_sections():
    told = {
        kind: [i for i, has in enumerate(column(kind, range(5), HEADINGS)) if has]
        for kind in SECTIONS
    }
    assert told == {
        "abstract": [1, 2],
        "introduction": [3],
        "conclusion": [4],
        "related work": [],
        "experiments": [],
        "end matter": [],
    }
