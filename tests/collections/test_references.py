"""References are resolved by volume, page and year, and each outcome is counted."""

import pytest

from paperpool.collections.cystic_fibrosis_release import list_record_files, read_records
from paperpool.collections.references import (
    REASONS,
    Known,
    Place,
    Reference,
    Resolver,
    read_place,
)

from ..made.cystic_fibrosis import write_collection


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("Thorax. 1974 Nov. 63(6). P 843-8.", ("63", "843", 1974)),
        ("Ann-NY-Acad-Sci. 1975 Jun 30. 253. P 192-212.", ("253", "192", 1975)),
        ("Monogr-Paediatr. 1979. 10. P 31-3. (REVIEW).", ("10", "31", 1979)),
        ("J-Infect-Dis. 1974 Nov. 130 Suppl(0). P S43-6.", ("130", "43", 1974)),
        ("Acta-Paediatr-Scand [Suppl]. 1977. (269). P 1-93.", ("269", "1", 1977)),
        ("Boll-Ist-Sieroter-Milan. 1974. 53(1). P suppl:266.", ("53", "266", 1974)),
        ("Harvey-Lect. 1974-75. 70 Series. P 75-91.", ("70", "75", 1974)),
        ("Acta-Paediatr-Scand. 1975 May. 64(3).", ("", "", 1975)),
        ("In: Kief H, ed. Iron. Amsterdam, Excerpta Medica, 1975. W3 EX89 1975.", ("", "", 1975)),
        ("no year at all", ("", "", None)),
    ],
)
def test_the_place_of_a_source(source, place):
    assert read_place(source) == Place(*place)


KNOWN = [
    Known("a", "Hoiby-N", "Thorax. 1974", Place("63", "843", 1974)),
    Known("b", "L-Heureux-P-R", "AJR. 1977", Place("128", "953", 1977)),
    Known("c", "Stephan-U", "Lancet. 1975", Place("1", "167", 1975)),
    Known("d", "Crawfurd-M", "Lancet. 1975", Place("1", "167", 1975)),
    Known("e", "", "Nutr-Rev. 1976", Place("34", "S210", 1976)),
]


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        (("HOIBY N", "THORAX", "63", "843", 1974), ("a", "resolved")),
        (("SOMEBODY", "THORAX", "063", "843", 1974), ("a", "resolved")),  # by its journal
        (("LHEUREUX PR", "AM J ROENTGENOL", "128", "953", 1977), ("b", "resolved")),  # its author
        (("CRAWFURD MD", "LANCET", "1", "167", 1975), ("d", "resolved")),  # two letters on a page
        (("ANON", "LANCET", "1", "167", 1975), (None, "several_papers_there")),
        (("ANON", "NUTR REV", "34", "210", 1976), ("e", "resolved")),
        (("HOSLI P", "HUM HERED", "63", "843", 1974), (None, "another_paper_there")),
        (("HOIBY N", "THORAX", "63", "844", 1974), (None, "no_paper_there")),
        (("HOIBY N", "THORAX", "", "843", 1974), (None, "no_volume_or_page")),
        (("HOIBY N", "THORAX", "63", "843", 1950), (None, "year_without_papers")),
        (("HOIBY N", "THORAX", "63", "843", None), (None, "no_year")),
    ],
)
def test_what_comes_of_a_reference(reference, found):
    author, journal, *place = reference
    assert Resolver(KNOWN).look_up(Reference(author, journal, Place(*place))) == found


def test_every_reference_is_counted_once(tmp_path):
    write_collection(tmp_path)
    records = [r for path in list_record_files(tmp_path) for r in read_records(path).records]
    known = [Known(r.number, r.authors[0], r.source, r.place) for r in records]
    resolver = Resolver(known)
    cited = {r.number: list(resolver.resolve_all(r.number, r.references)) for r in records}
    assert cited == {"1": [], "2": [], "3": ["1"], "4": []}
    assert resolver.counts == {
        "resolved": 1,
        "another_paper_there": 1,
        "no_volume_or_page": 1,
        "year_without_papers": 1,
    }
    assert set(resolver.counts) < set(REASONS)
    itself = Reference("HOIBY N", "THORAX", Place("63", "843", 1974))
    assert (
        list(resolver.resolve_all("1", [itself])) == [] and resolver.counts["the_paper_itself"] == 1
    )


def test_the_lists_of_the_real_collection_confirm_each_other(real_data):
    """A citation stands in two lists; as sections are put back, nearly all citing papers agree."""
    records = []
    for path in list_record_files(real_data("cystic-fibrosis")):
        records += read_records(path).records
    known = [Known(r.number, (*r.authors, "")[0], r.source, r.place) for r in records]
    resolver = Resolver(known)
    cites = {(r.number, o) for r in records for o in resolver.resolve_all(r.number, r.references)}
    cited = {(o, r.number) for r in records for o in resolver.resolve_all(r.number, r.citations)}
    assert len(cites) == 2965 and len(cited) == 1927 and len(cites & cited) == 1833
    assert len(cites | cited) == 3059
    # the lists of citing works stand in the record after the cited one
    where_they_stand = {(citing, str(int(paper) + 1)) for citing, paper in cited}
    assert len(where_they_stand & cites) == 129 and len(where_they_stand | cites) == 4763
    assert sum(resolver.counts.values()) == sum(
        len(r.references) + len(r.citations) for r in records
    )
