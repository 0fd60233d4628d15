import pytest

from paperpool.scisumm.read.fields import check_facet, is_safe_id, read_citation, read_id

from ...made.scisumm_release import found, no_problems


@pytest.mark.parametrize("paper_id", ["W95-0104", "P00-1025", "Pproc2014_n09", "x1"])
def test_ids_of_the_release_can_be_part_of_paths(paper_id):
    assert is_safe_id(paper_id)


@pytest.mark.parametrize(
    "paper_id", ["", ".", "..", ".P00-1", "a/b", "a\\b", "9", "P 1", "P\n", "é"]
)
def test_other_ids_cannot(paper_id):
    assert not is_safe_id(paper_id)


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
