import pytest

from paperpool.scisumm.read.annotations import read_annotations

from ...made.scisumm_release import annotation, found, no_problems

LINE = annotation(1, "P00-0001", "W01-0001", "They parse.", (2, 4))


def read(text):
    problems = no_problems()
    data = text if isinstance(text, bytes) else text.encode()
    return read_annotations(data, "P00-0001", problems), found(problems)


def test_a_sound_row_has_its_fields_and_no_problem():
    (row,), problems = read(LINE)
    assert problems == {}
    assert (row.row, row.number, row.citing_id, row.citation) == (1, "1", "W01-0001", "They parse.")
    assert row.citation_text == '<S sid ="7" ssid = "1">They parse.</S>'
    assert row.reference_offset == "['2','4']"
    assert row.reference_text == '<S sid ="2">Sentence 2.</S><S sid ="4">Sentence 4.</S>'
    assert (row.annotator, row.marker, row.n_columns) == ("Some One, NUS", "Other, 2001", 11)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (LINE + " |", "trailing_separator"),
        (LINE.replace("| Reference Offset:", "|  Reference Offset:"), "field_name"),
        (LINE.replace("Reference Text", "reference_text"), "field_name"),
        (LINE.replace("Citing Article", "CitingArticle"), "field_name"),
        (LINE.replace(" | Discourse", "| Discourse"), "field_name"),
        (LINE.replace(" | Annotator: Some One, NUS", ""), "no_annotator"),
        (LINE.replace("Reference Article: P00-0001", "Reference Article: P00-0002"), "wrong_paper"),
        (LINE.replace("Article: P00-0001", "Article: P00-0001.xml"), "id_suffix"),
        (LINE.replace("Method_", "Method "), "facet_spelling"),
        (LINE.replace(" | Discourse", "\n | Discourse"), "broken_line"),
        (LINE.replace(" | Citation Marker Offset: ['7']", ""), "missing_field"),
        ("A title\n" + LINE, "unreadable_row"),
        (LINE + " | Annotator: Another", "repeated_field"),
        (LINE.replace("One, NUS", "One |"), "trailing_separator"),
        (LINE.replace(" | Annotator", " | | Annotator"), "empty_field"),
    ],
)
def test_every_malformation_is_counted_and_the_row_is_read(line, problem):
    (row,), problems = read(line)
    assert problems == {problem: 1}
    assert (row.citing_id, row.citation) == ("W01-0001", "They parse.")
    assert row.reference_offset == "['2','4']" and "Sentence 4." in row.reference_text


def test_a_clean_text_is_read_and_none_is_no_malformation():
    clean = " | Citation Text Clean: <S>They parse &amp; tag.</S> | Reference Offset"
    (row,), problems = read(LINE.replace(" | Reference Offset", clean))
    assert (row.citation, row.clean, problems) == ("They parse.", "They parse & tag.", {})
    (row,), problems = read(LINE)
    assert row.clean == "" and problems == {}


def test_separators_in_texts_and_rows_on_one_line():
    text = annotation(1, "P00-0001", "W01-0001", "P(t | w) and |V | are used.", (1,))
    (row,), problems = read(text)
    assert row.citation == "P(t | w) and |V | are used."
    assert problems == {"separator_in_text": 1}

    second = annotation(2, "P00-0001", "W01-0002", "They tag.", (5,))
    rows, problems = read(f"{LINE} | {second}")
    assert [(r.row, r.citing_id, r.reference_offset) for r in rows] == [
        (1, "W01-0001", "['2','4']"),
        (2, "W01-0002", "['5']"),
    ]
    assert problems == {"glued_rows": 1}


def test_rows_without_a_citance_or_number():
    nameless = LINE.replace("Citing Article: W01-0001 | ", "")
    rows, problems = read("\n\n".join((nameless, LINE)))
    assert [row.row for row in rows] == [2]
    assert problems == {"missing_field": 1}
    rows, problems = read(LINE + "\n" + LINE.removeprefix("Citance Number: 1 | "))
    assert [row.number for row in rows] == ["1", ""]
    assert problems == {"missing_field": 1}


def test_line_ends_of_all_systems_and_other_bytes():
    rows, problems = read(
        LINE.replace("parse", "“parse”").encode("cp1252") + b"\r\n\r" + LINE.encode()
    )
    assert [row.citation for row in rows] == ["They “parse”.", "They parse."]
    assert problems == {"not_utf8": 1}
    rows, problems = read(LINE.replace("They parse", "They\u2028parse"))
    assert [row.citation for row in rows] == ["They parse."] and problems == {}
    assert read("\n\n") == ([], {})
