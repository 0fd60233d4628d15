import math

from paperpool.scisumm.read.statistics import corpus_statistics


def values(*parts):
    table = corpus_statistics(parts)
    assert tuple(table.columns) == ("split", "statistic", "value")
    return {(split, name): value for split, name, value in table.itertuples(index=False)}


def test_statistics_of_the_made_release(made_read):
    parts = (made_read.sentences, made_read.citances, made_read.gold), made_read.automatic
    found = values(*parts)
    test = {name: value for (split, name), value in found.items() if split == "test"}
    assert test == {
        "reference_papers": 1,
        "citances": 2,
        "citances_per_paper": 2,
        "citances_without_clean_text": 1,
        "citances_with_another_clean_text": 1,
        "citing_papers": 2,
        "sentences": 6,
        "sentences_per_paper": 6,
        "annotated_papers": 1,
        "annotated_citances": 2,
        "annotators_per_citance": 2,
        "pairs": 6,
        "pairs_without_citance": 2,
        "pairs_without_sentence": 2,
        "gold_sentences_per_pair": 5 / 4,  # 1, 5, 2 and 3, 5
        "gold_sentences_per_citance": 3 / 2,  # 1, 2 and 3 of one citance, none of the other
    }
    assert found["train", "citances_without_clean_text"] == 4  # no annotation file has the column
    assert found["train", "pairs"] == 4 and found["train", "gold_sentences_per_pair"] == 1.5
    assert found["scisummnet", "citances"] == 1 and found["scisummnet", "sentences"] == 8


def test_without_gold_means_over_it_are_missing(made_read):
    empty = made_read.gold.slice(0, 0)
    found = values((made_read.sentences, made_read.citances, empty))
    assert found["test", "pairs"] == 0 and math.isnan(found["test", "annotators_per_citance"])
    assert {split for split, _ in found} == {"train", "test"}
