import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.scisumm.read.fields import (
    check_facet,
    is_safe_id,
    read_citation,
    read_id,
    read_offset,
    read_sids,
)
from paperpool.scisumm.read.submissions import write_offset, write_sentences

from ...made.scisumm_release import found, no_problems


def test_ids_of_the_release_can_be_part_of_paths_and_others_cannot():
    assert all(map(is_safe_id, ["W95-0104", "P00-1025", "Pproc2014_n09", "x1"]))
    others = ["", ".", "..", ".P00-1", "a/b", "a\\b", "9", "P 1", "P\n", "é"]
    assert not any(map(is_safe_id, others))


@pytest.mark.parametrize(
    ("text", "paper_id", "problems"),
    [
        (" C02-1050.xml", "C02-1050", {"id_suffix": 1}),
        ("W00-1326.txt ", "W00-1326", {"id_suffix": 1}),
        ("P87_w09", "P87_w09", {}),
    ],
)
def test_ids_lose_the_suffix_of_a_file(text, paper_id, problems):
    collected = no_problems()
    assert read_id(text, collected) == paper_id
    assert found(collected) == problems


def test_a_citation_is_the_text_of_its_sentences():
    problems = no_problems()
    text = '<S sid ="39" ssid = "19">Such as Berger et al.</S><S sid ="40">(1996), Och.</S>'
    assert read_citation(text, problems, 1) == "Such as Berger et al. (1996), Och."
    assert read_citation("Plain  &amp; simple", problems, 1) == "Plain & simple"
    assert found(problems) == {}


@pytest.mark.parametrize("text", ["", "NA", "<S sid =  ssid = ></S>"])
def test_a_citation_without_text_is_counted(text):
    problems = no_problems()
    assert read_citation(text, problems, 1) == ""
    assert found(problems) == {"empty_citation": 1}


@pytest.mark.parametrize(
    ("facet", "sound"),
    [
        ("Method_Citation", True),
        ("['Aim_Citation','Results_Citation']", True),
        ("NA", True),
        ("", True),
        ("Method Citation", False),
        ("'Method_Citation'", False),
        ("Result_Citation", False),
        ("['Aim_citation','Results_Citation']", False),
    ],
)
def test_facets_in_other_spellings_are_counted(facet, sound):
    problems = no_problems()
    check_facet(facet, problems, 1)
    assert found(problems) == ({} if sound else {"facet_spelling": 1})


@pytest.mark.parametrize(
    ("offset", "sids", "problems"),
    [
        ("['1','94']", (1, 94), set()),
        ("'12'", (12,), set()),
        ("17'", (17,), {"offset_quotes"}),
        (" '91'", (91,), {"offset_spaces"}),
        ("10", (10,), {"offset_quotes"}),
        ("'9','9'", (9,), {"repeated_offset"}),
        ("'90' , '91'", (90, 91), {"offset_spaces"}),
        ("['1', '94']", (1, 94), {"offset_spaces"}),
        ("7','8'", (7, 8), {"offset_quotes"}),
        ("['3'", (3,), {"offset_brackets"}),
        ("‘3’", (3,), set()),
        ("'3';'5'", (3, 5), {"offset_separator"}),
        ("'3',,", (3,), {"offset_separator"}),
        ("see page", (), {"offset_separator"}),
        ("NA", (), set()),
        ("['NA']", (), set()),
        ("“NA”", (), set()),
        ("", (), set()),
    ],
)
def test_offsets_are_read_as_they_were_meant(offset, sids, problems):
    collected = no_problems()
    assert read_offset(offset, collected) == sids
    assert set(found(collected)) == problems


@pytest.mark.parametrize(
    ("offset", "text", "sids", "problems"),
    [
        ("'11'", '<S sid="35" ssid="11">It</S>', (35,), {"offset_disagrees"}),
        ("'37','9'", '<S sid="37">a</S><S sid="39">b</S>', (37, 39), {"offset_disagrees"}),
        ("'4'", "It has no element", (4,), {"no_sid_in_text"}),
        ("'44'", 'S sid="44" ssid="20">The…', (44,), {"broken_tag", "unclosed_sentence"}),
        ("0", "“NA”", (), {"offset_quotes", "offset_disagrees", "na_spelling"}),
        ("NA", "NA", (), set()),
        ("NA", "It has no element", (), {"no_span"}),
        ("", "", (), {"no_span"}),
        ("'4','99'", '<S sid="4">a</S><S sid="99">b</S>', (4,), {"unknown_sentence"}),
        ("'4'", '<S sid="99">b</S>', (4,), {"offset_disagrees"}),
        ("'98'", '<S sid="99">b</S>', (), {"offset_disagrees", "unknown_sentence"}),
    ],
)
def test_the_cited_text_is_read_before_the_offset(offset, text, sids, problems):
    collected = no_problems()
    assert read_sids(offset, text, range(50), collected, 1) == sids
    assert set(found(collected)) == problems


@settings(max_examples=50)
@given(st.lists(st.integers(0, 999), min_size=1, unique=True))
def test_what_a_submission_writes_is_read_without_problem(sids):
    problems = no_problems()
    text = write_sentences([(sid, "a < b & c") for sid in sids])
    assert read_sids(write_offset(sids), text, range(1000), problems, 1) == tuple(sids)
    assert found(problems) == {}
