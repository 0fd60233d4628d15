"""The shipped head, trained anew on all of CSAbstruct: `make release-check`.

It takes some 100 processor seconds without bfloat16: the file's name keeps it out of `make test`.
"""

import numpy as np

from paperpool.facets.csabstruct import read_split
from paperpool.facets.head import SHIPPED_HEAD
from paperpool.facets.head_training import train_head
from paperpool.facets.labeller import LabellerSettings, load_labeller

from .conftest import score
from .test_head import EMBEDDED, FOR_HEADS, SHIPPED


def test_the_shipped_head_is_what_csabstruct_gives(real_data, tmp_path):
    """Byte by byte here; on another processor vectors may differ in their last digits."""
    shipped = load_labeller(SHIPPED_HEAD, LabellerSettings(), 2)
    train, test = (read_split(real_data("csabstruct") / f"{name}.jsonl") for name in FOR_HEADS)
    given = score(shipped, test)
    assert given["merged_f1"] > 0.8 and given["micro_f1"] > 0.76
    train_head(train, EMBEDDED, 512, "bfloat16", 2).save(tmp_path)
    if all((tmp_path / file.name).read_bytes() == file.read_bytes() for file in SHIPPED):
        return
    rebuilt = load_labeller(str(tmp_path), LabellerSettings(), 2)
    texts = [abstract.sentences for abstract in test[:60]]
    one, two = (np.concatenate(labeller.label(texts)) for labeller in (rebuilt, shipped))
    assert (one.argmax(1) == two.argmax(1)).mean() > 0.99
