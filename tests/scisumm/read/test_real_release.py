"""The release as it is: Table 5, and each kind of malformation that stands in it."""

import collections

from paperpool.scisumm.read.layout import find_layout
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.release import read_automatic_annotations
from paperpool.scisumm.read.statistics import corpus_statistics


def test_table_5(real):
    table = corpus_statistics([(real.sentences, real.citances, real.gold)])
    values = {(split, name): value for split, name, value in table.itertuples(index=False)}
    assert values["train", "annotators_per_citance"] == 1
    assert values["train", "reference_papers"] == 40 and values["test", "reference_papers"] == 20
    assert values["train", "citances_per_paper"] == 18.825  # 18.8
    assert values["train", "pairs"] == values["train", "citances"] == 753
    assert values["test", "citances"] == 339  # the blind files here have fewer than Table 5's 383
    assert values["test", "annotated_papers"] == 20 and values["test", "pairs"] == 1086


def test_every_training_row_names_sentences_of_its_paper(real):
    train = [row for row in real.gold.to_pylist() if row["split"] == "train"]
    assert len(train) == 753 and all(row["sids"] for row in train)
    assert len({row["citance_id"] for row in train}) == 753
    assert all(row["citation_text"] and "<" not in row["citing_id"] for row in train)


def test_gold_without_span_or_counterpart(real):
    test = [row for row in real.gold.to_pylist() if row["split"] == "test"]
    assert sum(not row["sids"] for row in test) == 58
    assert sum(row["citance_id"] is None for row in test) == 41


def test_offsets_that_are_corrected(real):
    gold = {(row["file"], row["row"]): row for row in real.gold.to_pylist()}
    for place, offset, sids in (
        (("P11-1060_aakansha.csv", 9), "'11'", [35]),
        (("W99-0613_aakansha.csv", 9), "'137','39'", [137, 139]),
        (("A00-2018_akanksha.csv", 6), "0", []),
    ):
        assert (gold[place]["reference_offset"], gold[place]["sids"]) == (offset, sids)
    assert gold["A00-2018_akanksha.csv", 6]["reference_text"] == "“NA”"


def test_malformations_of_the_test_set(malformed):
    expected = {
        ("offset_quotes", "repaired"): 589,
        ("offset_spaces", "repaired"): 193,
        ("offset_disagrees", "repaired"): 9,
        ("offset_separator", "repaired"): 1,
        ("offset_separator", "dropped"): 3,
        ("no_sid_in_text", "repaired"): 2,
        ("na_spelling", "repaired"): 1,
        ("broken_tag", "repaired"): 6,
        ("stray_end_tag", "dropped"): 2,
        ("unclosed_sentence", "repaired"): 4,
        ("column_name", "repaired"): 1,
        ("wrong_paper", "repaired"): 52,
        ("no_counterpart", "unmatched"): 41,
        ("facet_spelling", "kept"): 573,
        ("broken_entity", "kept"): 12,
        ("nested_entity", "repaired"): 15,
    }
    assert {key[1:]: n for key, n in malformed.items() if key[0] == "test"} == expected


def test_malformations_of_the_training_set(malformed):
    expected = {
        ("not_utf8", "repaired"): 63,
        ("other_file", "dropped"): 14,
        ("no_sid", "dropped"): 6,
        ("no_sentence", "kept"): 2,
        ("unclosed_sentence", "repaired"): 7,
        ("broken_tag", "repaired"): 3,
        ("field_name", "repaired"): 9,
        ("empty_field", "dropped"): 1,
        ("repeated_field", "dropped"): 2,
        ("trailing_separator", "repaired"): 40,
        ("no_annotator", "kept"): 10,
        ("offset_spaces", "repaired"): 75,
    }
    train = {key[1:]: n for key, n in malformed.items() if key[0] == "train"}
    assert {key: train.get(key) for key in expected} == expected


def test_scisummnet(real_data):
    problems = Problems()
    layout = find_layout(real_data("cl-scisumm"), problems)
    papers = read_automatic_annotations(layout, problems)
    assert (len(papers.texts), len(papers.gold), len(papers.sentences)) == (978, 16_589, 199_978)
    counts = problems.table()["problem"].value_counts().to_dict()
    assert counts == {
        "empty_sentence": 4_584,
        "empty_citation": 1_602,
        "id_suffix": 978,
        "unquoted_sid": 978,
        "nested_entity": 302,
        "broken_entity": 24,
        "separator_in_text": 11,
    }


def test_no_text_has_markup_or_entities(real):
    texts = real.sentences.column("text").to_pylist() + real.citances.column("text").to_pylist()
    assert not any("</S>" in text or "&quot;" in text or "  " in text for text in texts)
    assert all(texts)


def test_texts_occur_once(real):
    sources = collections.Counter(real.texts.column("source").to_pylist())
    ids = real.texts.column("paper_id").to_pylist()
    assert len(ids) == len(set(ids)) and sources["reference"] == 60
    assert sources["citing"] > 550
