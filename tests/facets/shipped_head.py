"""The shipped head, trained anew on all of CSAbstruct: `make release-check`.

It takes some 140 processor seconds without bfloat16: the file's name keeps it out of `make test`.
"""

import os
from pathlib import Path

import numpy as np

from paperpool.workflow.facets.csabstruct import read_split
from paperpool.workflow.facets.head_training import train_head
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
from paperpool.workflow.facets.labeller_files import SHIPPED_HEAD

from ..made.schemes import LABELS
from .conftest import score
from .test_head import EMBEDDED, SHIPPED, USED_SPLITS


def test_the_shipped_head_is_what_csabstruct_gives(root, tmp_path):
    """Byte by byte here; on another processor vectors may differ in their last digits."""
    data = Path(os.environ.get("PAPERPOOL_DATA", root.parent / "shared/data"))
    shipped = load_labeller(SHIPPED_HEAD, LabellerSettings(), 2, LABELS)
    train, test = (read_split(data / f"csabstruct/{name}.jsonl") for name in USED_SPLITS)
    given = score(shipped, test)
    assert given["merged_f1"] > 0.8 and given["micro_f1"] > 0.76
    train_head(train, LABELS, EMBEDDED, 512, "bfloat16", 2).save(tmp_path)
    if all((tmp_path / file.name).read_bytes() == file.read_bytes() for file in SHIPPED):
        return
    rebuilt = load_labeller(str(tmp_path), LabellerSettings(), 2, LABELS)
    texts = [abstract.sentences for abstract in test[:60]]
    one, two = (np.concatenate(labeller.label(texts)) for labeller in (rebuilt, shipped))
    assert (one.argmax(1) == two.argmax(1)).mean() > 0.99
