"""Statistics of a release: Table 5 of Ricci et al., and further ones."""

from collections.abc import Sequence

import pandas as pd
import pyarrow as pa

from paperpool.scisumm.names import SPLITS
from paperpool.scisumm.read.scisummnet import SOURCE
from paperpool.scisumm.tables import of_split

COLUMNS = ("split", "statistic", "value")


def corpus_statistics(parts: Sequence[tuple[pa.Table, pa.Table, pa.Table]]) -> pd.DataFrame:
    """Return columns ``COLUMNS`` for each split of tables (sentences, citances, gold).

    Table 5 is ``annotators_per_citance``, ``reference_papers``, ``citances_per_paper`` and
    ``pairs`` (of a citance and an annotator's set of sentences). Means of gold are over citances or
    rows with gold.
    """
    rows: list[tuple[str, str, float]] = []
    for split in (*SPLITS, SOURCE):
        for tables in parts:
            sentences, citances, gold = (of_split(table, split).to_pandas() for table in tables)
            if len(sentences):
                statistics = _statistics(sentences, citances, gold)
                rows += [(split, name, value) for name, value in statistics.items()]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _statistics(
    sentences: pd.DataFrame, citances: pd.DataFrame, gold: pd.DataFrame
) -> dict[str, float]:
    papers = sentences["paper_id"].nunique()
    matched = gold[gold["citance_id"].notna()]
    n_sids = gold["sids"].map(len)
    annotated = matched.groupby("citance_id")
    chosen = annotated["sids"].agg(lambda lists: len(set().union(*lists)))

    has_clean = citances["clean"] != ""
    is_other = has_clean & (citances["clean"] != citances["text"])

    return {
        "reference_papers": papers,
        "citances": len(citances),
        "citances_per_paper": _ratio(len(citances), papers),
        "citances_without_clean_text": int((~has_clean).sum()),
        "citances_with_another_clean_text": int(is_other.sum()),
        "citing_papers": citances["citing_id"].nunique(),
        "sentences": len(sentences),
        "sentences_per_paper": _ratio(len(sentences), papers),
        "annotated_papers": gold["paper_id"].nunique(),
        "annotated_citances": len(annotated),
        "annotators_per_citance": _ratio(len(matched), len(annotated)),
        "pairs": len(gold),
        "pairs_without_citance": len(gold) - len(matched),
        "pairs_without_sentence": int((n_sids == 0).sum()),
        "gold_sentences_per_pair": _ratio(int(n_sids.sum()), int((n_sids > 0).sum())),
        "gold_sentences_per_citance": _ratio(int(chosen.sum()), len(annotated)),
    }


def _ratio(total: int, n: int) -> float:
    return total / n if n else float("nan")
